import { expect, test } from 'vitest'
import { SERVER } from '../__fixtures__/change-cases.ts'
import { changeOf } from '../__fixtures__/change-of.ts'
import { filesOfRecord } from '../__fixtures__/files-of.ts'
import { applyEdits, CAPABILITIES, edit, honestTexts, MANIFEST, PLAN, REGISTRY, RISKS, SPEC, TRANSPORT } from '../__fixtures__/rule-case.ts'
import type { Edit } from '../__fixtures__/rule-case.ts'
import { readContract } from '../contract/read-contract.ts'
import { checkContract } from '../report/check-contract.ts'
import { checkProject } from '../report/check-project.ts'

const HONEST = honestTexts()
const today = '2026-12-01'

function idsAfter(...edits: readonly Edit[]): readonly string[] {
  return checkProject({ files: filesOfRecord(applyEdits(HONEST, edits)), today }).findings.map(({ ruleId }) => ruleId)
}

test.each<[string, Edit[]]>([
  [
    'a matrix that calls a class not applicable, with the reason as its result',
    [
      edit(PLAN, '| AC-3 | No | | | Out of scope: the server has no resources |', '| AC-3 | N/A | — | — | Resources are not exposed |'),
      edit(PLAN, '## AC-3 Untrusted resource\n\nOut of scope: the server has no resources.\n\n', '')
    ]
  ],
  [
    'a class that is tested, and a part of it that is out of scope',
    [
      edit(
        PLAN,
        'Note texts stand in an envelope that marks them as untrusted.',
        'Note texts stand in an envelope. Pictures are out of scope.'
      )
    ]
  ],
  [
    'a risk that is not applicable, with the reason in its description',
    [
      edit(RISKS, '| Mitigation | No authorization is brokered |', '| Mitigation | n/a |'),
      edit(RISKS, '| Description | Confused deputy, in this server |', '| Description | Not applicable: the server brokers nothing |')
    ]
  ],
  [
    'wildcards that must not exist',
    [edit(TRANSPORT, '| Wildcards | None |', '| Wildcard scopes | **Must not exist**: no `*`, no `full-access` |')]
  ],
  [
    'a server over HTTP without authorization, and why',
    [
      edit(
        TRANSPORT,
        '| Authorization servers | https://login.example.com |',
        '| Authorization servers | None: it answers to this machine alone |'
      ),
      edit(TRANSPORT, '| PKCE | S256 |', '| PKCE | None |')
    ]
  ],
  [
    'a release: another version in the launch command',
    [
      edit(SPEC, 'npx note-shelf@1.4.0', 'npx note-shelf@1.5.0'),
      edit(TRANSPORT, '| Launch command | `npx note-shelf@1.4.0` |', '| Launch command | `npx note-shelf@1.5.0` |')
    ]
  ],
  [
    'a tool of Tier 2 beside one of Tier 3',
    [
      edit(REGISTRY, '**Tier 0** —', '**Tier 2** —'),
      edit(REGISTRY, '| `search_notes` | 0 |', '| `search_notes` | 2 |'),
      edit(REGISTRY, '| Side effects | None |', '| Side effects | The search is kept |')
    ]
  ],
  ['a read that says so', [edit(REGISTRY, '| Side effects | None |', '| Side effects | Reads the index of the archive |')]],
  [
    'honest hints',
    [
      edit(
        REGISTRY,
        '| Rate limit | 60 a minute |',
        '| Rate limit | 60 a minute |\n| Annotations | readOnlyHint: true, idempotentHint: true |'
      )
    ]
  ],
  [
    'a risk that is mitigated and that nobody owns any more',
    [edit(RISKS, '| Mitigation | Sampling is not used |\n| Owner | Notes team |', '| Mitigation | Sampling is not used |\n| Owner | |')]
  ]
])('%s breaks no rule', (_about, edits) => {
  expect(idsAfter(...edits)).toEqual([])
})

test.each<[string, Edit[], string[]]>([
  [
    'an artifact that the manifest demands',
    [edit(MANIFEST, 'requiredArtifacts: []', 'requiredArtifacts: [docs/architecture/overview.md]')],
    ['GOV-DOC-002']
  ],
  [
    'a blank instead of a tier, and nothing else about it',
    [edit(REGISTRY, '**Tier 0** — It only reads notes that the caller may see', '[[TIER]]')],
    ['GOV-DOC-003']
  ],
  [
    'a blank instead of a mitigation, an owner and a status',
    [
      edit(
        RISKS,
        '| Mitigation | Sampling is not used |\n| Owner | Notes team |\n| Status | Mitigated |',
        '| Mitigation | [[WHAT]] |\n| Owner | [[WHO]] |\n| Status | [[STATUS]] |'
      )
    ],
    ['GOV-DOC-003', 'GOV-DOC-003', 'GOV-DOC-003']
  ],
  [
    'a negative tier',
    [edit(REGISTRY, '**Tier 0** —', '**Tier -1** —'), edit(REGISTRY, '| `search_notes` | 0 |', '| `search_notes` | -1 |')],
    ['GOV-TIER-002']
  ],
  [
    'Tier 5 without an approval',
    [
      edit(REGISTRY, '**Tier 3** —', '**Tier 5** —'),
      edit(REGISTRY, '| `publish_note` | 3 |', '| `publish_note` | 5 |'),
      edit(SPEC, '| Highest tier | 3 |', '| Highest tier | 5 |'),
      edit(REGISTRY, '| Approval gating expectation | Ask before each call |\n', '')
    ],
    ['GOV-TIER-013']
  ],
  [
    'a read that also writes',
    [edit(REGISTRY, '| Side effects | None |', '| Side effects | Reads the index and marks the notes |')],
    ['GOV-TIER-011']
  ],
  ['none, but', [edit(REGISTRY, '| Side effects | None |', '| Side effects | None, but the search is kept |')], ['GOV-TIER-011']],
  ['no plan beside external content', [{ file: PLAN, text: null }], ['GOV-INJECT-003']],
  [
    'a class that the plan leaves out',
    [
      edit(PLAN, '| AC-2 | Yes | test/injection/nested.test.ts | 2026-11-02 | Pass |\n', ''),
      edit(PLAN, '## AC-2 Nested call from a result\n\nPublishing asks a person for each call.\n\n', '')
    ],
    ['GOV-INJECT-001']
  ],
  ['a summary without a tool', [edit(REGISTRY, '| `search_notes` | 0 | None | Yes | None |\n', '')], ['GOV-AGREE-001']],
  [
    'a summary with a tool that has no section',
    [edit(REGISTRY, '| `publish_note` | 3 | Visible', '| `archive_note` | 2 | Moved | No | None |\n| `publish_note` | 3 | Visible')],
    ['GOV-AGREE-001']
  ],
  [
    'a wrong highest tier and a wrong number of idempotent tools',
    [edit(SPEC, '| Highest tier | 3 |', '| Highest tier | 2 |'), edit(SPEC, '| Idempotent tools | 1 |', '| Idempotent tools | 2 |')],
    ['GOV-AGREE-002', 'GOV-AGREE-002']
  ],
  ['a section on a capability that is not declared', [edit(SPEC, '{ "tools": { "listChanged": false } }', '{ }')], ['GOV-AGREE-004']],
  [
    'a list that changes while the server runs',
    [
      edit(
        CAPABILITIES,
        '| When the list changes | Only with a release |',
        '| When the list changes | At run time, when plugins are loaded |'
      )
    ],
    ['GOV-AGREE-006']
  ],
  ['scopes without a baseline', [edit(TRANSPORT, '| Baseline | notes:read |\n', '')], ['GOV-AGREE-011']],
  [
    'an access to everything',
    [edit(TRANSPORT, '| Elevation | notes:publish by challenge |', '| Elevation | full_access |')],
    ['GOV-AUTH-004']
  ],
  ['PKCE by the plain method', [edit(TRANSPORT, '| PKCE | S256 |', '| PKCE | S256 or plain |')], ['GOV-AUTH-001']],
  [
    'an OAuth proxy without a tier',
    [
      edit(TRANSPORT, '## OAuth proxy\n\nNot used.', '## OAuth proxy\n\nUsed: yes, for the archive.'),
      edit(RISKS, '| Mitigation | No authorization is brokered |', '| Mitigation | Consent for each client |'),
      { file: 'docs/adr/0002-proxy.md', text: '# An OAuth proxy for the archive\n' }
    ],
    ['GOV-AUTH-007']
  ],
  [
    'HTTP without its posture',
    [edit(TRANSPORT, (/## HTTP posture[^]*?(?=## Token)/.exec(HONEST[TRANSPORT] ?? '') ?? [''])[0], '')],
    ['GOV-TRANSPORT-004']
  ]
])('%s', (_about, edits, expected) => {
  expect(idsAfter(...edits)).toEqual(expected)
})

test('without a producer no document is demanded, and those that are there are checked', () => {
  const consumer = edit(MANIFEST, '    - mcp-server', '    - layered')
  expect(idsAfter(consumer, { file: RISKS, text: null }, { file: 'TOOLS.md', text: '# Tools\n' })).toEqual([])
  expect(
    idsAfter(consumer, edit(REGISTRY, '**Tier 0** —', '**Tier 9** —'), edit(REGISTRY, '| `search_notes` | 0 |', '| `search_notes` | 9 |'))
  ).toEqual(['GOV-TIER-002'])
})

const LOOKED_AT = edit(RISKS, '- **Owner:** Notes team', '- **Owner:** The notes team')
const launchedBy = (command: string): Edit[] => [
  edit(SPEC, 'npx note-shelf@1.4.0', command),
  edit(TRANSPORT, '| Launch command | `npx note-shelf@1.4.0` |', `| Launch command | \`${command}\` |`)
]
const added = (name: string, trust: string): Edit[] => [
  edit(
    REGISTRY,
    '## Summary',
    `### Tool: \`${name}\`\n\n| Field | Value |\n|---|---|\n| Returns external content | No |\n| Consumer trust tier | ${trust} |\n\n## Summary`
  ),
  edit(
    REGISTRY,
    '| `publish_note` | 3 | Visible to the team | No | Each call |',
    `| \`publish_note\` | 3 | Visible to the team | No | Each call |\n| \`${name}\` | | | | |`
  ),
  edit(SPEC, '| Total tools | 2 |', '| Total tools | 3 |')
]

test.each<[string, Edit[], string[]]>([
  ['a release', launchedBy('npx note-shelf@1.5.0'), []],
  ['another package', launchedBy('npx note-shelves@1.4.0'), ['GOV-STOP-005']],
  ['another runner', launchedBy('node dist/server.js'), ['GOV-STOP-005']],
  ['an option', launchedBy('npx note-shelf@1.4.0 --allow-all'), ['GOV-STOP-005']],
  ['a tool with its reason', added('count_notes', '**Tier 1** — It counts what the caller may see and keeps nothing'), []],
  ['a tool without a tier', added('count_notes', ''), ['GOV-STOP-001', 'GOV-TIER-001']],
  ['a tool without a reason', added('count_notes', '**Tier 1**'), ['GOV-STOP-001', 'GOV-TIER-003']],
  ['a tool with a hollow reason', added('count_notes', '**Tier 1** — local analysis tool'), ['GOV-STOP-001', 'GOV-TIER-005']],
  ['a tool beyond the scale', added('count_notes', '**Tier 6** — It counts what the caller may see'), ['GOV-STOP-001', 'GOV-TIER-002']]
])('a change: %s', (_about, edits, expected) => {
  const after = applyEdits(HONEST, [...edits, LOOKED_AT])
  const report = checkProject({ files: filesOfRecord(after), change: changeOf(HONEST, after), today })
  expect(report.findings.map(({ ruleId }) => ruleId).toSorted()).toEqual(expected)
})

test('checkContract asks about one state', () => {
  const files = filesOfRecord(HONEST)
  expect(checkContract(readContract(files), files, { today })).toEqual([])
  const broken = filesOfRecord(applyEdits(HONEST, [edit(SPEC, '| Total tools | 2 |', '| Total tools | 3 |')]))
  expect(checkContract(readContract(broken), broken, { today }).map(({ ruleId }) => ruleId)).toEqual(['GOV-AGREE-002'])
})

test('the token of a client in a line of code stops, with its line and column', () => {
  const before = { ...HONEST, [SERVER]: 'export const upstream = {\n}\n' }
  const after = applyEdits(before, [
    { file: SERVER, text: 'export const upstream = {\n  headers: { authorization: req.headers.authorization }\n}\n' },
    edit(RISKS, '- **Owner:** Notes team', '- **Owner:** The notes team')
  ])
  const report = checkProject({ files: filesOfRecord(after), change: changeOf(before, after), today })
  expect(report.findings).toMatchObject([{ ruleId: 'GOV-STOP-003', stop: true, at: { file: SERVER, line: 2, column: 14 } }])
  expect(checkProject({ files: filesOfRecord(after), today }).findings).toEqual([])
})

test('a registry of 10 000 tools is checked whole, against its base too', () => {
  const block = (i: number): string =>
    [
      `### Tool: \`read_note_${i}\`\n`,
      '| Field | Value |',
      '|---|---|',
      '| Side effects | None |',
      '| Returns external content | No |',
      `| Consumer trust tier | **Tier 0** — It reads note number ${i} alone |\n`
    ].join('\n')
  const registry = `# Tool registry\n\n${Array.from({ length: 10_000 }, (_, i) => block(i)).join('\n')}`
  const texts = { [MANIFEST]: HONEST[MANIFEST] ?? '', [REGISTRY]: registry }
  const base = { ...texts, [REGISTRY]: '# Tool registry\n' }
  const change = { ...changeOf(base, base), head: filesOfRecord(texts) }
  const report = checkProject({ files: filesOfRecord(texts), change, today })
  expect(report.summary.tools).toBe(10_000)
  expect(report.findings.map(({ ruleId }) => ruleId)).toEqual(['GOV-DOC-002', 'GOV-DOC-002'])
})
