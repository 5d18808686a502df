import { ADR, CAPABILITIES, edit, PLAN, REGISTRY, RISKS, SPEC, TRANSPORT } from './rule-case.ts'
import type { RuleCase } from './rule-case.ts'

const SAMPLES = edit(
  CAPABILITIES,
  '| Declared? | No |\n| Trigger | Not used |\n| Fallback | Not used |\n| Privacy posture | Nothing is sent |',
  '| Declared? | Yes |\n| Trigger | `publish_note` asks for a title |\n| Fallback | The first line is the title |\n| Privacy posture | Only the note is sent |'
)
const SAMPLING_COVERED = [
  edit(
    PLAN,
    '| AC-4 | No | | | Out of scope: the server asks its clients for nothing |',
    '| AC-4 | Yes | test/injection/sampling.test.ts | 2026-11-02 | Pass |'
  ),
  edit(
    PLAN,
    '## AC-4 Sampling loop\n\nOut of scope: the server asks its clients for nothing.',
    '## AC-4 Sampling loop\n\nOne prompt for each note, and its answer is used as a title only.'
  )
]
const SAMPLING_RISK = edit(RISKS, '| Mitigation | Sampling is not used |', '| Mitigation | One prompt with the note alone for each title |')
const PROXY_TEXT = 'Used: yes. The login of the archive is brokered. Tier 4, with consent for each client.'
const PROXY_RISK = edit(
  RISKS,
  '| Mitigation | No authorization is brokered |',
  '| Mitigation | Consent for each client, exact redirect addresses |'
)
const PROXY_DECIDED = {
  file: 'docs/adr/ADR-0002-oauth-proxy.md',
  text: '# ADR-0002 The server is an OAuth proxy for the archive\n\nStatus: accepted\n\nConsent is asked for each client.\n'
}
const SPEC_COMMAND = 'npx note-shelf@1.4.0'
const command = (text: string): readonly ReturnType<typeof edit>[] => [
  edit(SPEC, SPEC_COMMAND, text),
  edit(TRANSPORT, '| Launch command | `npx note-shelf@1.4.0` |', `| Launch command | \`${text}\` |`)
]

/** What is asked of clients, transports, authorization, agreement of documents. */
export const POSTURE_CASES: readonly RuleCase[] = [
  {
    id: 'GOV-CLIENT-001',
    about: 'a tool that samples at Tier 2',
    edits: [edit(CAPABILITIES, SAMPLES.find, SAMPLES.replace.replace('publish_note', 'search_notes')), ...SAMPLING_COVERED, SAMPLING_RISK],
    elsewhere: { file: REGISTRY, line: 20 }
  },
  {
    id: 'GOV-CLIENT-002',
    about: 'sampling that R-MCP-004 denies',
    edits: [SAMPLES, ...SAMPLING_COVERED],
    elsewhere: { file: RISKS, line: 49 }
  },
  {
    id: 'GOV-CLIENT-003',
    about: 'sampling without a fallback',
    edits: [
      edit(CAPABILITIES, SAMPLES.find, SAMPLES.replace.replace('The first line is the title', 'TBD')),
      ...SAMPLING_COVERED,
      SAMPLING_RISK
    ]
  },
  {
    id: 'GOV-TRANSPORT-001',
    about: 'stdio without a launch command',
    edits: [
      edit(SPEC, '### stdio launch command\n\n```sh\nnpx note-shelf@1.4.0\n```\n\n', ''),
      edit(TRANSPORT, '| Launch command | `npx note-shelf@1.4.0` |\n', '')
    ],
    elsewhere: { file: SPEC, line: 38 }
  },
  {
    id: 'GOV-TRANSPORT-002',
    about: 'a download piped into a shell',
    edits: command('curl -fsSL https://notes.example.com/run.sh | sh'),
    elsewhere: { file: SPEC, line: 43 }
  },
  {
    id: 'GOV-TRANSPORT-003',
    about: 'a package without its version',
    edits: command('npx -y note-shelf'),
    elsewhere: { file: SPEC, line: 43 }
  },
  {
    id: 'GOV-TRANSPORT-004',
    about: 'stdio without its posture',
    edits: [
      edit(
        TRANSPORT,
        '## stdio posture\n\n| Field | Value |\n|---|---|\n| Launch command | `npx note-shelf@1.4.0` |\n| Environment variables | `NOTE_SHELF_KEY` |\n\n',
        ''
      )
    ],
    elsewhere: { file: SPEC, line: 38 }
  },
  {
    id: 'GOV-TRANSPORT-005',
    about: 'OAuth under stdio',
    edits: [
      edit(
        TRANSPORT,
        '| Environment variables | `NOTE_SHELF_KEY` |',
        '| Environment variables | `NOTE_SHELF_KEY` |\n| Login | OAuth with PKCE in the browser |'
      )
    ]
  },
  {
    id: 'GOV-TRANSPORT-006',
    about: 'a transport in one document alone',
    edits: [edit(SPEC, '| stdio | Yes |', '| stdio | No |')],
    elsewhere: { file: TRANSPORT, line: 7 }
  },
  {
    id: 'GOV-TRANSPORT-007',
    about: 'two launch commands',
    edits: [edit(TRANSPORT, '| Launch command | `npx note-shelf@1.4.0` |', '| Launch command | `node dist/server.js` |')]
  },
  {
    id: 'GOV-TRANSPORT-008',
    about: 'no distribution channel',
    edits: [edit(SPEC, '| Distribution channel | npm |', '| Distribution channel | TBD |')]
  },
  {
    id: 'GOV-TRANSPORT-009',
    about: 'stdio without a word on consent',
    edits: [edit(TRANSPORT, '## Consent to an installation', '## Installation')],
    elsewhere: { file: SPEC, line: 38 }
  },
  { id: 'GOV-AUTH-001', about: 'PKCE left to the client', edits: [edit(TRANSPORT, '| PKCE | S256 |', '| PKCE | Optional |')] },
  {
    id: 'GOV-AUTH-002',
    about: 'no resource parameter',
    edits: [edit(TRANSPORT, '| Resource parameter | Required |', '| Resource parameter | Not used |')]
  },
  {
    id: 'GOV-AUTH-003',
    about: 'audiences unread',
    edits: [edit(TRANSPORT, '| Audience | Validated on every request |', '| Audience | Not validated yet |')]
  },
  { id: 'GOV-AUTH-004', about: 'a wildcard', edits: [edit(TRANSPORT, '| Baseline | notes:read |', '| Baseline | notes:* |')] },
  {
    id: 'GOV-AUTH-005',
    about: 'an upstream system without credentials',
    edits: [edit(TRANSPORT, '| Archive | Client credentials of the server |', '| Archive | |')]
  },
  {
    id: 'GOV-AUTH-006',
    about: 'a session that proves who calls',
    edits: [edit(TRANSPORT, 'No session; each request carries a token.', 'The session id identifies the user after the first request.')],
    elsewhere: { file: TRANSPORT, line: 44 }
  },
  {
    id: 'GOV-AUTH-007',
    about: 'an OAuth proxy at Tier 2',
    edits: [
      edit(TRANSPORT, '## OAuth proxy\n\nNot used.', `## OAuth proxy\n\n${PROXY_TEXT.replace('Tier 4', 'Tier 2')}`),
      PROXY_RISK,
      PROXY_DECIDED
    ],
    elsewhere: { file: TRANSPORT, line: 48 }
  },
  {
    id: 'GOV-AUTH-008',
    about: 'an OAuth proxy that nobody decided',
    edits: [edit(TRANSPORT, '## OAuth proxy\n\nNot used.', `## OAuth proxy\n\n${PROXY_TEXT}`), PROXY_RISK, { file: ADR, text: null }],
    elsewhere: { file: TRANSPORT, line: 48 }
  },
  {
    id: 'GOV-AGREE-001',
    about: 'another tier in the summary',
    edits: [edit(REGISTRY, '| `search_notes` | 0 |', '| `search_notes` | 1 |')]
  },
  { id: 'GOV-AGREE-002', about: 'a count that is wrong', edits: [edit(SPEC, '| Total tools | 2 |', '| Total tools | 3 |')] },
  {
    id: 'GOV-AGREE-003',
    about: 'a heading that is no name on the wire',
    edits: [edit(REGISTRY, '| Tool name (wire) | `search_notes` |', '| Tool name (wire) | `find_notes` |')]
  },
  {
    id: 'GOV-AGREE-004',
    about: 'a capability without a section',
    edits: [edit(SPEC, '{ "tools": { "listChanged": false } }', '{ "tools": { "listChanged": false }, "logging": {} }')],
    elsewhere: { file: SPEC, line: 21 }
  },
  {
    id: 'GOV-AGREE-005',
    about: 'a registry that says the list changes',
    edits: [edit(REGISTRY, '- **Declares `listChanged`?** No', '- **Declares `listChanged`?** Yes')]
  },
  {
    id: 'GOV-AGREE-006',
    about: 'listChanged declared, and nothing sent',
    edits: [
      edit(SPEC, '{ "tools": { "listChanged": false } }', '{ "tools": { "listChanged": true } }'),
      edit(REGISTRY, '- **Declares `listChanged`?** No', '- **Declares `listChanged`?** Yes'),
      edit(CAPABILITIES, '| `listChanged` | false |', '| `listChanged` | true |')
    ],
    elsewhere: { file: CAPABILITIES, line: 10 }
  },
  {
    id: 'GOV-AGREE-007',
    about: 'upstream systems that R-MCP-005 denies',
    edits: [edit(RISKS, '| Mitigation | The archive is reached with own credentials |', '| Mitigation | There is no upstream system |')]
  },
  {
    id: 'GOV-AGREE-008',
    about: 'an OAuth proxy that R-MCP-006 denies',
    edits: [edit(TRANSPORT, '## OAuth proxy\n\nNot used.', `## OAuth proxy\n\n${PROXY_TEXT}`), PROXY_DECIDED],
    elsewhere: { file: RISKS, line: 73 }
  },
  {
    id: 'GOV-AGREE-009',
    about: 'metadata under another origin',
    edits: [
      edit(TRANSPORT, '| Protected-resource metadata | /.well-known', '| Protected-resource metadata | https://cdn.example.net/.well-known')
    ]
  },
  {
    id: 'GOV-AGREE-010',
    about: 'two canonical URIs',
    edits: [edit(SPEC, '| Canonical URI | https://notes.example.com/mcp |', '| Canonical URI | https://shelf.example.com/mcp |')],
    elsewhere: { file: TRANSPORT, line: 21 }
  },
  {
    id: 'GOV-AGREE-011',
    about: 'scopes that R-MCP-010 denies',
    edits: [edit(RISKS, '| Mitigation | Searching and publishing have a scope each |', '| Mitigation | There are no scopes |')]
  },
  {
    id: 'GOV-AGREE-012',
    about: 'a local server that R-MCP-009 denies',
    edits: [
      edit(
        RISKS,
        '| Mitigation | The launch command names one pinned package |',
        '| Mitigation | Out of scope: the server is remote only |'
      )
    ]
  }
]
