// Documents in the shapes of the public templates: rows without a heading row, blanks of any words, nested sections.
import { describe, expect, it } from 'vitest'
import { readCapabilitySchema } from './read-capability-schema.ts'
import { readInjectionPlan } from './read-injection-plan.ts'
import { readRegistry } from './read-registry.ts'
import { readRiskRegister } from './read-risk-register.ts'
import { readServerSpec } from './read-server-spec.ts'
import { readTransportAndAuth } from './read-transport-and-auth.ts'
import type { Sourced } from './source-position.ts'

const valuesOf = (fields: ReadonlyMap<string, Sourced<unknown>>): object => Object.fromEntries([...fields].map(([label, { value }]) => [label, value]))
const placeOf = (sourced: Sourced<unknown> | null | undefined): readonly [number | undefined, number | undefined] => [sourced?.at.line, sourced?.at.column]

/** The same text as a machine of another kind or an editor with other habits would write it. */
const SPELLINGS: readonly (readonly [string, (text: string) => string])[] = [
  ['line feeds', (text) => text],
  ['carriage returns', (text) => text.replaceAll('\n', '\r\n')],
  ['a byte order mark', (text) => `\uFEFF${text}`]
]

const SPEC = `<!--
## Server Identity

| Field | Value |
|-------|-------|
| Server name | \`commented-out\` |
-->

# MCP Server Spec

**Owner:** Notes team
**Last updated:** 2026-11-02
**Target MCP spec revision:** 2026-07-28

Prose that no rule reads.

## Server Identity

| Field | Value |
|-------|-------|
| Server name | \`note-shelf\` |
| Server version (semver) | \`1.4.0\` |
| Distribution channel | npm |

## Declared Capabilities

\`\`\`json
{
  "capabilities": {
    "tools": { "listChanged": false }
  }
}
\`\`\`

## Primitives Inventory

### Tools

| Total tools exposed | 2 |
| Highest-tier exposed tool | Tier 3 — publish_note |
| Tools that are idempotent | 1 |

### Resources

| Resource URI schemes used | note:// |

## Transport

| Field | Value |
|-------|-------|
| Primary transport | stdio |
| Secondary transport | none |

| stdio launch command (if applicable) | \`npx note-shelf@1.4.0\` |
| HTTP endpoint (if applicable) | n/a |
| Authorization model | none (stdio with env credentials) |
`

describe.each(SPELLINGS)('with %s', (_spelling, write) => {
  it('a specification', () => {
    const spec = readServerSpec(write(SPEC), 'spec.md')
    expect(valuesOf(spec.header)).toEqual({ 'Owner': 'Notes team', 'Last updated': '2026-11-02', 'Target MCP spec revision': '2026-07-28', 'Prose that no rule reads.': '' })
    expect(valuesOf(spec.identity)).toEqual({ 'Server name': 'note-shelf', 'Server version (semver)': '1.4.0', 'Distribution channel': 'npm' })
    expect([spec.capabilities?.value, valuesOf(spec.counts)]).toEqual([{ tools: { listChanged: false } }, { 'Total tools exposed': 2, 'Highest-tier exposed tool': 3, 'Tools that are idempotent': 1 }])
    expect(spec.transports.map(({ value }) => value)).toEqual(['stdio'])
    expect([spec.launchCommand?.value, spec.authorization?.value, spec.protocolRevision?.value, spec.distributionChannel?.value]).toEqual(['npx note-shelf@1.4.0', 'none (stdio with env credentials)', '2026-07-28', 'npm'])
    expect(spec.faults).toEqual([])
    expect([placeOf(spec.identity.get('Server name')), placeOf(spec.protocolRevision), placeOf(spec.counts.get('Total tools exposed'))[0]]).toEqual([[21, 17], [13, 1], 39])
  })

  it('a risk register, with closed risks', () => {
    const text = `# MCP Risk Register

## Open Risks

### R-MCP-001 — Prompt Injection via Tool Result

| Field | Value |
|-------|-------|
| Mitigation | Marked as untrusted |
| Owner | [[OWNER]] |
| Status | Open / Monitoring / Mitigated |

### R-MCP-002: Poisoning

| Field | Value |
|---|---|
| Mitigation | |
| Status | Closed since 2026 |

## Project-Specific Risks

| ID | Class | Description | Likelihood | Impact | Mitigation | Owner | Status |
|----|-------|-------------|------------|--------|------------|-------|--------|
| R-MCP-PROJ-001 | Data | Old notes | L | M | They expire | Notes team | Open |

## Closed Risks

| ID | Class | Risk | Closed Date | Resolution |
|----|-------|------|-------------|------------|
| R-MCP-011 | Supply chain | Drift | 2026-10-01 | Pinned |
`
    const { risks, faults } = readRiskRegister(write(text), 'risks.md')
    expect(risks.map(({ id, title, mitigation, owner, status, closed }) => [id.value, title?.value ?? null, mitigation?.value ?? null, owner?.value ?? null, status?.value ?? null, closed])).toEqual([
      ['R-MCP-001', 'Prompt Injection via Tool Result', 'Marked as untrusted', null, null, false],
      ['R-MCP-002', 'Poisoning', null, null, 'Closed since 2026', true],
      ['R-MCP-PROJ-001', 'Old notes', 'They expire', 'Notes team', 'Open', false],
      ['R-MCP-011', 'Drift', null, null, null, true]
    ])
    expect(faults.map(({ kind, subject, at }) => [kind, subject, at.line])).toEqual([['placeholder', 'Owner', 10], ['placeholder', 'Status', 11]])
  })

  it('a capability schema', () => {
    const text = `# MCP Capability Schema

## Server-Declared Capabilities

### \`tools\`

| Field | Value |
|-------|-------|
| Declared? | Yes |
| \`listChanged\` declared | false |
| When the list changes | never |

## Client-Capability Reliance

### \`sampling\`

| Field | Value |
|-------|-------|
| Server uses \`sampling/createMessage\`? | No |

### \`roots\`

| Field | Value |
|---|---|
| Server reads client \`roots\`? | [[Yes / No]] |
`
    const { sections, faults } = readCapabilitySchema(write(text), 'capabilities.md')
    expect(sections.map(({ capability, side, declared, listChanged, whenListChanges }) => [capability.value, side, declared?.value ?? null, listChanged?.value ?? null, whenListChanges?.value ?? null])).toEqual([
      ['tools', 'server', true, false, 'never'],
      ['sampling', 'client', false, null, null],
      ['roots', 'client', null, null, null]
    ])
    expect(faults.map(({ kind, at }) => [kind, at.line])).toEqual([['placeholder', 25]])
  })

  it('transport and authorization, with sections below the posture', () => {
    const text = `# MCP Transport and Authorization

## Transport Decision

| Field | Value |
|-------|-------|
| Primary transport | Streamable HTTP |
| Secondary transport | stdio |

### stdio

- Used for local subprocess servers.

### Streamable HTTP

- Bearer token: in every request.

## stdio Posture (if applicable)

| Field | Value |
|-------|-------|
| Launch command | \`npx note-shelf@1.4.0\` |

## HTTP Posture (if applicable)

### Canonical Server URI

| Field | Value |
|-------|-------|
| Canonical URI | \`https://notes.example.com/mcp\` |

### OAuth Flow Requirements

| Requirement | Value |
|-------------|-------|
| PKCE (RFC 7636) | **MUST** be implemented |

### Token Passthrough — Prohibited

| Upstream system | Server's auth posture |
|-----------------|-----------------------|
| Archive | OAuth client of its own |
| [[Internal service]] | [[mTLS]] |

### Scope Posture

| Field | Value |
|-------|-------|
| Baseline scope | \`notes:read\` |

### Session ID Posture (Streamable HTTP)

| Field | Value |
|-------|-------|
| Session IDs generated by | CSPRNG |

### Confused-Deputy Posture (if server is an OAuth proxy)

N/A
`
    const read = readTransportAndAuth(write(text), 'transport.md')
    expect(read.transports.map(({ value }) => value)).toEqual(['streamable-http', 'stdio'])
    expect([valuesOf(read.stdio ?? new Map()), read.http?.get('Canonical URI')?.value, read.http?.get('PKCE (RFC 7636)')?.value]).toEqual([{ 'Launch command': 'npx note-shelf@1.4.0' }, 'https://notes.example.com/mcp', 'MUST be implemented'])
    expect(read.upstreams.map(({ system, credentials }) => [system.value, credentials?.value])).toEqual([['Archive', 'OAuth client of its own']])
    expect([valuesOf(read.scopes), read.sessions?.value, read.oauthProxy?.used?.value]).toEqual([{ 'Baseline scope': 'notes:read' }, 'Session IDs generated by: CSPRNG', false])
    expect(read.faults.map(({ kind }) => kind)).toContain('placeholder')
  })

  it('an injection plan, whose position is what the matrix says where a section says nothing', () => {
    const text = `# Prompt-Injection Test Plan

## Coverage Matrix

| Attack class | Tested? | Test path / fixture | Last run | Result |
|--------------|---------|---------------------|----------|--------|
| AC-1 — Untrusted string in tool result | Yes | \`test/a.ts\` | 2026-11-02 | Pass |
| AC-4 — Sampling-loop attack | N/A | | YYYY-MM-DD | Out of scope: sampling is not used |

## AC-1 — Untrusted String in Tool Result

**Scenario.** Text of others.

### What is done

Text stands in an envelope.
`
    const { classes, faults } = readInjectionPlan(write(text), 'plan.md')
    expect(classes.map(({ id, tested, outOfScope, reason }) => [id.value, tested?.value, outOfScope.value, reason?.value ?? null])).toEqual([['AC-1', 'Yes', false, null], ['AC-4', 'N/A', true, expect.stringContaining('sampling is not used') as string]])
    expect(classes[0]?.position?.value).toContain('Text stands in an envelope.')
    expect(faults.map(({ kind, subject, at }) => [kind, subject, at.line])).toEqual([['placeholder', 'Last run', 8]])
  })

  it('a registry, whose commented and fenced tools are none', () => {
    const text = `# MCP Tool Registry

**Owner:** Notes team

<!-- ### Tool: \`commented\` -->

\`\`\`md
### Tool: \`fenced\`
\`\`\`

Tool: \`search|notes\`
---

### Tool: \`search_notes\`

| Field | Value |
|-------|-------|
| Tool name (wire) | \`search_notes\` |
| Consumer trust tier | **Tier 0** — it reads a\\|b |
| Input schema | \`[["a"]]\` |

**Description shown to model (matches \`tools/list\` response):**

> Searches.
> Twice.

## Discovery and Dynamic-Tools Posture

| Field | Value |
|-------|-------|
| Does the server declare \`tools.listChanged: true\`? | No |
`
    const registry = readRegistry(write(text), 'registry.md')
    expect(registry.tools.map(({ name, tier, rationale, modelDescription }) => [name.value, tier?.value ?? null, rationale?.value ?? null, modelDescription?.value ?? null])).toEqual([
      ['search|notes', null, null, null],
      ['search_notes', 0, 'it reads a|b', 'Searches.\nTwice.']
    ])
    expect([registry.dynamicTools?.listChanged?.value, registry.faults]).toEqual([false, []])
    expect(placeOf(registry.tools[1]?.tier)).toEqual([19, 25])
  })
})

it('a blank is a blank in any words, and an array of arrays is none', () => {
  const blanks = ['[[NAME]]', '[[one-line rationale for this tier]]', '[[`FOO_API_KEY`, `BAR_URL`]]', '`[[<user>:<session>]]`', '[[true | false]]', 'YYYY-MM-DD']
  const others = ['[["a"]]', '[[1, 2]]', '[link](x)', '2026-11-02', '[[]]']
  const read = (value: string): number => readRegistry(`### Tool: \`x\`\n\n| Field | Value |\n|---|---|\n| Intent (one line) | ${value.replaceAll('|', '\\|')} |\n`, 'r.md').faults.filter(({ kind }) => kind === 'placeholder').length
  expect([blanks.map(read), others.map(read)]).toEqual([blanks.map(() => 1), others.map(() => 0)])
})

it('a row without a heading row and a line of a label stand where they were written', () => {
  const { counts, header } = readServerSpec('# Spec\n\n**Owner:** A\n  **Module:** b\n\n## Counts\n\n| Total tools | 2 |\n  | Prompts a\\|b | `3` |\n', 's.md')
  expect([...counts].map(([label, count]) => [label, count.value, ...placeOf(count)])).toEqual([['Total tools', 2, 8, 17], ['Prompts a|b', 3, 9, 20]])
  expect([...header].map(([label, value]) => [label, ...placeOf(value)])).toEqual([['Owner', 3, 1], ['Module', 4, 3]])
})

it('a risk in lines of label and value is one', () => {
  const [risk] = readRiskRegister('### R-MCP-001 — Injection\n\n**Mitigation:** Marked\n**Owner:** Ann\n\n- **Status:** Open\n', 'r.md').risks
  expect([risk?.mitigation?.value, risk?.owner?.value, risk?.status?.value, ...placeOf(risk?.owner)]).toEqual(['Marked', 'Ann', 'Open', 4, 1])
})

it('a row without a heading row may have no value, and prose below it is no row', () => {
  const { sections } = readCapabilitySchema('### `sampling`\n\n| Server uses `sampling/createMessage`? | No |\n| Fallback | |\nWords of prose\n', 'c.md')
  expect(valuesOf(sections[0]?.fields ?? new Map())).toEqual({ 'Server uses sampling/createMessage?': 'No', 'Fallback': '' })
})

it('what stands under smaller headings of a tool belongs to it, but for their tables', () => {
  const { tools } = readRegistry('### Tool: `a`\n\n| F | V |\n|---|---|\n| Intent | I |\n\n#### Description shown to model\n\n> Reads.\n\n#### Parameters\n\n| P | V |\n|---|---|\n| Intent | x |\n\nNote.\n\n### Tool: `b`\n', 'r.md')
  expect(tools.map(({ modelDescription, intent, notes }) => [modelDescription?.value, intent?.value, notes.map(({ value }) => value)])).toEqual([
    ['Reads.', 'I', ['Description shown to model', 'Parameters', 'Note.']],
    [undefined, undefined, []]
  ])
})
