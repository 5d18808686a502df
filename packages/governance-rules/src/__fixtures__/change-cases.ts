import { CAPABILITIES, edit, PLAN, REGISTRY, RISKS, SPEC, TRANSPORT } from './rule-case.ts'
import type { Edit, RuleCase } from './rule-case.ts'

export const SERVER = 'src/mcp/server.ts'
const CODE = `import { McpServer } from '@modelcontextprotocol/server'

export const server = new McpServer({ name: 'note-shelf', version: '1.4.0' }, {
  capabilities: { tools: {} }
})

server.registerTool('search_notes', SEARCH, search)
server.registerTool('publish_note', PUBLISH, publish)
`
const BASE: readonly Edit[] = [{ file: SERVER, text: CODE }]
const code = (find: string, replace: string): Edit => edit(SERVER, find, replace)

/** Edits of documents by which a companion is there, and that change nothing that a rule compares. */
const TOUCH: Readonly<Record<string, Edit>> = {
  risks: edit(RISKS, '- **Owner:** Notes team', '- **Owner:** Notes team\n- **Last updated:** 2026-11-30'),
  spec: edit(SPEC, '- **Last updated:** 2026-11-02', '- **Last updated:** 2026-11-30'),
  capabilities: edit(CAPABILITIES, '# Capability schema\n', '# Capability schema\n\n- **Last updated:** 2026-11-30\n'),
  registry: edit(REGISTRY, '- **Last updated:** 2026-11-02', '- **Last updated:** 2026-11-30'),
  transport: edit(TRANSPORT, '# Transport and authorization\n', '# Transport and authorization\n\n- **Last updated:** 2026-11-30\n')
}
const touch = (...names: readonly (keyof typeof TOUCH)[]): readonly Edit[] => names.flatMap(name => TOUCH[name] ?? [])

/** A third tool, in the registry, the summary and the counts. */
function addTool(name: string, trust: string, external: 'Yes' | 'No', tier = '1'): readonly Edit[] {
  const block = [
    `### Tool: \`${name}\``,
    '',
    '| Field | Value |',
    '|---|---|',
    `| Tool name (wire) | \`${name}\` |`,
    '| Side effects | None |',
    `| Returns external content | ${external} |`,
    `| Consumer trust tier | ${trust} |`,
    '| Approval gating expectation | None |',
    '| Idempotency | Not idempotent |',
    '',
    '## Summary'
  ].join('\n')
  return [
    edit(REGISTRY, '## Summary', block),
    edit(
      REGISTRY,
      '| `publish_note` | 3 | Visible to the team | No | Each call |',
      `| \`publish_note\` | 3 | Visible to the team | No | Each call |\n| \`${name}\` | ${tier} | None | No | None |`
    ),
    edit(SPEC, '| Total tools | 2 |', '| Total tools | 3 |')
  ]
}
const UNCOVERED: readonly Edit[] = [
  edit(REGISTRY, '| Returns external content | Yes |', '| Returns external content | No |'),
  edit(
    PLAN,
    '| AC-1 | Yes | test/injection/result.test.ts | 2026-11-02 | Pass |',
    '| AC-1 | No | | | Out of scope: notes are written by colleagues |'
  ),
  edit(PLAN, 'Note texts stand in an envelope that marks them as untrusted.', 'Out of scope: notes are written by colleagues.')
]

/** Companions and stop conditions: each a change from a base, that fires one rule. */
export const CHANGE_CASES: readonly RuleCase[] = [
  {
    id: 'GOV-COMPANION-001',
    about: 'a capability with its schema and without the specification',
    base: BASE,
    edits: [code('capabilities: { tools: {} }', 'capabilities: { tools: { listChanged: false } }'), ...touch('risks', 'capabilities')]
  },
  {
    id: 'GOV-COMPANION-002',
    about: 'a transport in code alone',
    base: BASE,
    edits: [
      code('export const server', "import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'\n\nexport const server"),
      ...touch('risks')
    ]
  },
  {
    id: 'GOV-COMPANION-003',
    about: 'code of the server without a look at its risks',
    base: BASE,
    edits: [code('PUBLISH, publish)', 'PUBLISH, publish)\nserver.onerror = report')]
  },
  {
    id: 'GOV-COMPANION-004',
    about: 'text that a module forbids',
    base: [
      ...BASE,
      {
        file: 'platform/profiles/architectures/mcp-server/module.yaml',
        text: [
          'id: mcp-server',
          'type: architecture',
          'forbiddenPatterns:',
          '  - description: Nothing is switched off in the server',
          '    paths:',
          "      - '^src/mcp/'",
          '    patterns:',
          "      - 'rejectUnauthorized: false'",
          ''
        ].join('\n')
      }
    ],
    edits: [code('PUBLISH, publish)', 'PUBLISH, publish)\nexport const tls = { rejectUnauthorized: false }'), ...touch('risks')]
  },
  {
    id: 'GOV-COMPANION-005',
    about: 'code of a tool without the registry',
    base: BASE,
    edits: [
      code('PUBLISH, publish)', "PUBLISH, publish)\nserver.registerTool('count_notes', COUNT, count)"),
      ...touch('risks', 'spec', 'capabilities')
    ]
  },
  { id: 'GOV-COMPANION-006', about: 'a specification that changes alone', base: BASE, edits: touch('spec') },
  {
    id: 'GOV-STOP-001',
    about: 'a tool whose tier has the reason of another',
    base: BASE,
    edits: [...addTool('count_notes', '**Tier 1** — It only reads notes that the caller may see', 'No'), ...touch('risks')],
    also: ['GOV-TIER-004']
  },
  {
    id: 'GOV-STOP-002',
    about: 'a capability without its schema',
    base: BASE,
    edits: [code('capabilities: { tools: {} }', 'capabilities: { tools: { listChanged: true } }'), ...touch('risks', 'spec')]
  },
  {
    id: 'GOV-STOP-003',
    about: 'an upstream call with the token of the client',
    base: BASE,
    edits: [
      edit(TRANSPORT, '| Archive | Client credentials of the server |', "| Archive | The caller's bearer token, passed through |"),
      ...touch('risks')
    ]
  },
  {
    id: 'GOV-STOP-004',
    about: 'a new tool with external content and an empty position',
    base: [...BASE, ...UNCOVERED],
    edits: [...addTool('fetch_page', '**Tier 1** — It brings one public page and keeps nothing of it', 'Yes'), ...touch('risks')],
    also: ['GOV-INJECT-003']
  },
  {
    id: 'GOV-STOP-005',
    about: 'another distribution channel',
    base: BASE,
    edits: [edit(SPEC, '| Distribution channel | npm |', '| Distribution channel | a download from notes.example.com |'), ...touch('risks')]
  }
]
