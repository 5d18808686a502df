import type { RuleFacts } from '@b10x/governance-rules'

type Given = Pick<RuleFacts, 'title' | 'why' | 'fix'> & Partial<Pick<RuleFacts, 'severity' | 'stop' | 'owasp'>>

function rule(number: number, { severity = 'error', stop = false, owasp = ['MCP03'], ...rest }: Given): RuleFacts {
  return { id: `GOV-PROBE-${String(number).padStart(3, '0')}`, severity, stop, looksAt: 'documents', owasp, ...rest }
}

/** What the live probe asks of a running server. Numbers stay for ever. */
export const PROBE_RULES: readonly RuleFacts[] = [
  rule(1, { title: 'Every tool that the server lists is in the registry', why: 'A tool that nobody gave a tier can be called by everybody who connects.', fix: 'Add a section for the tool to docs/mcp/tool-registry.md, or do not list it.', owasp: ['MCP09'] }),
  rule(2, { title: 'Every tool of the registry is listed', why: 'A promise that the server does not keep is as misleading as one that it never made.', fix: 'Bring the tool back, or take its section out of the registry.' }),
  rule(3, { title: 'A tool is described as its registry quotes it', why: 'The description steers the model. What was reviewed is the quote in the registry.', fix: 'Make the description of the tool and the block quote the same text.' }),
  rule(4, { title: 'Annotations do not contradict the tier', why: 'A client that believes `readOnlyHint` runs the tool without asking anybody.', fix: 'Correct the annotation in the server, or the tier and its reason in the registry.', owasp: ['MCP02'] }),
  rule(5, { title: 'Every capability that the server declares is documented', why: 'Clients act upon a declared capability; nobody reviewed this one.', fix: 'Add a section to docs/mcp/capability-schema.md and the block in docs/mcp/server-spec.md, or do not declare it.' }),
  rule(6, { title: 'Every documented capability is declared', why: 'Clients do not use what a server does not declare, whatever its documents say.', fix: 'Declare the capability, or write that it is not declared.' }),
  rule(7, { title: 'The server names itself as its specification does', why: 'The name and version are how a report or an advisory is matched to a server.', fix: 'Correct the identity table of docs/mcp/server-spec.md, or the name that the server sends.' }),
  rule(8, { title: 'The server speaks the revision that its specification names', why: 'What a capability means depends on the revision.', fix: 'Correct "Target MCP spec revision", or support the revision.' }),
  rule(9, { title: 'The transport is a documented one', why: 'Its posture was reviewed for the transports that the documents name.', fix: 'Add the transport to docs/mcp/server-spec.md and its section to docs/mcp/transport-and-auth.md.' }),
  rule(10, { title: 'listChanged is declared exactly where the list changes', why: 'Declared and never sent, it makes clients trust a stale list; sent and not declared, clients do not listen.', fix: 'Declare `listChanged` and send the notification, or keep the list fixed and declare nothing.' }),
  rule(11, { title: 'Cache hints allow no list to be older than it may', severity: 'warning', why: 'A list that may change and may be kept for hours is a list that nobody can correct.', fix: 'Send a short `ttlMs` with tools/list, or keep the list fixed.' }),
  rule(12, { title: 'No text of a tool hides anything', why: 'Characters that nobody sees, and control sequences, reach the model all the same.', fix: 'Write descriptions in plain text.', owasp: ['MCP03', 'MCP06'] }),
  rule(13, { title: 'The launch command is the documented one, and readable', why: 'It is what a person reads before a program runs on their machine.', fix: 'Correct the launch command in the documents, or the way the server is started.', owasp: ['MCP05'] }),
  rule(14, { title: 'A foreign Origin is refused', why: 'Any page in a browser on the same machine could otherwise speak to the server (DNS rebinding).', fix: 'Answer 403 to an Origin that is not allowed (MCP, transports).', owasp: ['MCP07'] }),
  rule(15, { title: 'A foreign Host is refused', why: 'A name of somebody else that leads to this machine is how DNS rebinding comes in.', fix: 'Answer 403 or 421 to a Host that is not allowed.', owasp: ['MCP07'] }),
  rule(16, { title: 'Nobody comes in without a token where one is promised', why: 'The documents promise authorization.', fix: 'Answer 401 with WWW-Authenticate to a request without a token.', owasp: ['MCP07'] }),
  rule(17, { title: 'A token in the address is not taken', why: 'Addresses are logged, cached and shared.', fix: 'Take tokens from the Authorization header alone (RFC 6750, 2.3).', owasp: ['MCP01', 'MCP07'] }),
  rule(18, { title: 'The wire is the one that was committed', why: 'A snapshot under version control says what was reviewed, member by member.', fix: 'Review the difference and commit a new snapshot: b10x-mcp snapshot -o docs/mcp/wire.snapshot.json.', owasp: ['MCP03', 'MCP09'] }),
  rule(19, { title: 'What changed on the wire changed in the documents', stop: true, why: 'Two committed snapshots show that code changed what the server can do; the documents that promise it stayed as they were.', fix: 'Change the registry, the capability schema or the specification in the same range, or take the change back.', owasp: ['MCP03', 'MCP09'] })
]
