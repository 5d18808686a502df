import { edit, MANIFEST, PLAN, REGISTRY, RISKS, SPEC, SUPPRESSIONS, CAPABILITIES } from './rule-case.ts'
import type { RuleCase } from './rule-case.ts'

const PUBLISH = '**Tier 3** — Others see the note at once; withdrawing it is reversible, having been read is not'
const SEARCH = '**Tier 0** — It only reads notes that the caller may see'
const toTier = (tier: number): readonly ReturnType<typeof edit>[] => [
  edit(REGISTRY, '**Tier 3** —', `**Tier ${tier}** —`),
  edit(REGISTRY, '| `publish_note` | 3 |', `| \`publish_note\` | ${tier} |`),
  edit(SPEC, '| Highest tier | 3 |', `| Highest tier | ${tier} |`)
]
const renamed = (name: string): readonly ReturnType<typeof edit>[] => [
  edit(REGISTRY, '### Tool: `publish_note`', `### Tool: \`${name}\``),
  edit(REGISTRY, '| Tool name (wire) | `publish_note` |', `| Tool name (wire) | \`${name}\` |`),
  edit(REGISTRY, '| `publish_note` | 3 |', `| \`${name}\` | 3 |`)
]

/** Manifest, documents, tiers, risks, injection, suppressions. */
export const DOCUMENT_CASES: readonly RuleCase[] = [
  { id: 'GOV-DOC-001', about: 'a member at the top that is unknown', edits: [edit(MANIFEST, 'overrides:', 'overides:')] },
  {
    id: 'GOV-DOC-002',
    about: 'a demanded document taken away',
    edits: [{ file: RISKS, text: null }],
    elsewhere: { file: MANIFEST, line: 11 }
  },
  {
    id: 'GOV-DOC-003',
    about: 'a blank left in',
    edits: [edit(REGISTRY, '| Display title | Search notes |', '| Display title | [[TITLE]] |')]
  },
  {
    id: 'GOV-DOC-004',
    about: 'a row that is there twice',
    edits: [edit(REGISTRY, '| Rate limit | 60 a minute |', '| Rate limit | 60 a minute |\n| Rate limit | 90 a minute |')]
  },
  {
    id: 'GOV-DOC-005',
    about: 'a pattern in module.yaml that is none',
    edits: [
      {
        file: 'platform/profiles/architectures/mcp-server/module.yaml',
        text: [
          'id: mcp-server',
          'type: architecture',
          'requiredArtifacts:',
          '  - docs/mcp/server-spec.md',
          'companionRules:',
          '  - description: Risks change with the registry',
          '    triggerPaths:',
          "      - '^docs/mcp/('",
          '    requiredAny:',
          "      - '^docs/mcp/risk-register\\.md$'",
          ''
        ].join('\n')
      }
    ]
  },
  {
    id: 'GOV-DOC-006',
    about: 'a registry without tools',
    edits: [
      {
        file: REGISTRY,
        text: '# Tool registry\n\n- **Owner:** Notes team\n\n## Tools\n\nSee the source.\n\n## Dynamic tools\n\n- **Declares `listChanged`?** No\n'
      }
    ],
    elsewhere: { file: REGISTRY, line: 1 }
  },
  {
    id: 'GOV-DOC-007',
    about: 'no capability schema',
    edits: [{ file: CAPABILITIES, text: null }],
    elsewhere: { file: MANIFEST, line: 11 }
  },
  {
    id: 'GOV-DOC-008',
    about: 'a validation that the manifest disables',
    edits: [edit(MANIFEST, 'disabledValidations: []', 'disabledValidations: [validate-companions]')]
  },
  { id: 'GOV-TIER-001', about: 'a row without a tier', edits: [edit(REGISTRY, SEARCH, 'It only reads notes that the caller may see')] },
  {
    id: 'GOV-TIER-002',
    about: 'a tier beyond the scale',
    edits: [edit(REGISTRY, SEARCH, SEARCH.replace('Tier 0', 'Tier 7')), edit(REGISTRY, '| `search_notes` | 0 |', '| `search_notes` | 7 |')]
  },
  { id: 'GOV-TIER-003', about: 'a tier without a reason', edits: [edit(REGISTRY, SEARCH, '**Tier 0**')] },
  {
    id: 'GOV-TIER-004',
    about: 'the reason of another tool',
    edits: [edit(REGISTRY, SEARCH, '**Tier 0** — Others see the note at once: withdrawing it is REVERSIBLE, having been read is not.')],
    elsewhere: { file: REGISTRY, line: 46 }
  },
  { id: 'GOV-TIER-005', about: 'a reason that says nothing', edits: [edit(REGISTRY, SEARCH, '**Tier 0** — read-only tool')] },
  {
    id: 'GOV-TIER-006',
    about: 'every tool at Tier 2',
    edits: [
      ...renamed('share_note').slice(0, 2),
      edit(REGISTRY, '| `publish_note` | 3 |', '| `share_note` | 2 |'),
      edit(REGISTRY, '**Tier 3** —', '**Tier 2** —'),
      edit(SPEC, '| Highest tier | 3 |', '| Highest tier | 2 |'),
      edit(REGISTRY, SEARCH, SEARCH.replace('Tier 0', 'Tier 2')),
      edit(REGISTRY, '| `search_notes` | 0 |', '| `search_notes` | 2 |'),
      edit(REGISTRY, '| Side effects | None |', '| Side effects | The search is kept for the caller |')
    ]
  },
  { id: 'GOV-TIER-007', about: 'publishing at Tier 2', edits: toTier(2) },
  { id: 'GOV-TIER-008', about: 'migrating at Tier 3', edits: renamed('migrateNotes'), elsewhere: { file: REGISTRY, line: 46 } },
  { id: 'GOV-TIER-009', about: 'deploying at Tier 3', edits: renamed('notes.deploy'), elsewhere: { file: REGISTRY, line: 46 } },
  {
    id: 'GOV-TIER-010',
    about: 'a reason silent about what remains',
    edits: [edit(REGISTRY, PUBLISH, '**Tier 3** — Everybody in the team sees the note at once')]
  },
  {
    id: 'GOV-TIER-011',
    about: 'a read with side effects',
    edits: [edit(REGISTRY, '| Side effects | None |', '| Side effects | Marks the notes as read |')]
  },
  {
    id: 'GOV-TIER-012',
    about: 'a change without side effects',
    edits: [edit(REGISTRY, '| Side effects | The note is visible to the whole team |', '| Side effects | None |')]
  },
  {
    id: 'GOV-TIER-013',
    about: 'Tier 4 without a gate',
    edits: [
      ...toTier(4),
      edit(REGISTRY, '| Approval gating expectation | Ask before each call |', '| Approval gating expectation | None |')
    ]
  },
  {
    id: 'GOV-TIER-014',
    about: 'a hint of reading only at Tier 3',
    edits: [edit(REGISTRY, '| Rate limit | 10 a minute |', '| Rate limit | 10 a minute |\n| Annotations | `readOnlyHint: true` |')]
  },
  {
    id: 'GOV-RISK-001',
    about: 'one of the ten taken out',
    edits: [edit(RISKS, '### R-MCP-007 — SSRF on metadata', '### R-MCP-PROJ-007 — SSRF on metadata')],
    elsewhere: { file: RISKS, line: 1 }
  },
  {
    id: 'GOV-RISK-002',
    about: 'one of the later two taken out',
    edits: [edit(RISKS, '### R-MCP-012 — Amplification of result size', '### R-MCP-PROJ-012 — Amplification of result size')],
    elsewhere: { file: RISKS, line: 1 }
  },
  {
    id: 'GOV-RISK-003',
    about: 'a mitigation still to be written',
    edits: [edit(RISKS, '| Mitigation | Descriptions are constants and reviewed |', '| Mitigation | TBD |')]
  },
  {
    id: 'GOV-RISK-004',
    about: 'an open risk that nobody owns',
    edits: [edit(RISKS, '| Notes expire after five years | Notes team | Open |', '| Notes expire after five years | | Open |')]
  },
  {
    id: 'GOV-RISK-005',
    about: 'a status that nobody knows',
    edits: [
      edit(RISKS, '| Notes expire after five years | Notes team | Open |', '| Notes expire after five years | Notes team | Hopeful |')
    ]
  },
  {
    id: 'GOV-RISK-006',
    about: 'out of scope without a reason',
    edits: [edit(RISKS, '| Mitigation | No authorization is brokered |', '| Mitigation | Out of scope |')]
  },
  {
    id: 'GOV-INJECT-001',
    about: 'a hope in place of a position',
    edits: [edit(PLAN, 'Note texts stand in an envelope that marks them as untrusted.', 'The model will know that notes are no orders.')]
  },
  {
    id: 'GOV-INJECT-002',
    about: 'out of scope without a reason',
    edits: [
      edit(PLAN, '| AC-4 | No | | | Out of scope: the server asks its clients for nothing |', '| AC-4 | No | | | Out of scope |'),
      edit(
        PLAN,
        '## AC-4 Sampling loop\n\nOut of scope: the server asks its clients for nothing.',
        '## AC-4 Sampling loop\n\nOut of scope.'
      )
    ]
  },
  {
    id: 'GOV-INJECT-003',
    about: 'external content with AC-2 out of scope',
    edits: [
      edit(PLAN, '| AC-2 | Yes | test/injection/nested.test.ts | 2026-11-02 | Pass |', '| AC-2 | No | | | Out of scope: notes are short |'),
      edit(PLAN, 'Publishing asks a person for each call.', 'Out of scope: notes are short and plain.')
    ]
  },
  {
    id: 'GOV-INJECT-004',
    about: 'elicitation with AC-4 out of scope',
    edits: [
      edit(
        CAPABILITIES,
        '### `sampling`',
        [
          '### `elicitation`',
          '',
          '| Field | Value |',
          '|---|---|',
          '| Declared? | Yes |',
          '| Trigger | Publishing a note without a title |',
          '| Fallback | The first line is the title |',
          '| Privacy posture | Only the title is asked for |',
          '',
          '### `sampling`'
        ].join('\n')
      )
    ],
    elsewhere: { file: PLAN, line: 10 }
  },
  {
    id: 'GOV-INJECT-005',
    about: 'a tool silent about external content',
    edits: [edit(REGISTRY, '| Returns external content | No |\n', '')],
    elsewhere: { file: REGISTRY, line: 35 }
  },
  {
    id: 'GOV-INJECT-006',
    about: 'resources with AC-3 out of scope',
    edits: [
      edit(SPEC, '{ "tools": { "listChanged": false } }', '{ "tools": { "listChanged": false }, "resources": {} }'),
      edit(
        CAPABILITIES,
        '## Reliance on the client',
        [
          '## `resources`',
          '',
          '| Field | Value |',
          '|---|---|',
          '| Declared? | Yes |',
          '| `listChanged` | false |',
          '| When the list changes | Only with a release |',
          '',
          '## Reliance on the client'
        ].join('\n')
      )
    ],
    elsewhere: { file: PLAN, line: 9 }
  },
  {
    id: 'GOV-SUPPRESS-001',
    about: 'a suppression without an owner',
    edits: [
      {
        file: SUPPRESSIONS,
        text: 'suppressions:\n  - rule: GOV-TIER-012\n    reason: The effect is described in the notes\n    expires: 2027-03-01\n'
      }
    ]
  },
  {
    id: 'GOV-SUPPRESS-002',
    about: 'a suppression whose day has passed',
    edits: [
      {
        file: SUPPRESSIONS,
        text: 'suppressions:\n  - rule: GOV-TIER-012\n    reason: The effect is described in the notes\n    owner: Notes team\n    expires: 2026-11-30\n'
      }
    ]
  },
  {
    id: 'GOV-SUPPRESS-003',
    about: 'a stop condition that is to be silenced',
    edits: [
      {
        file: SUPPRESSIONS,
        text: 'suppressions:\n  - rule: GOV-STOP-003\n    reason: The archive wants it so\n    owner: Notes team\n    expires: 2027-03-01\n'
      }
    ]
  }
]
