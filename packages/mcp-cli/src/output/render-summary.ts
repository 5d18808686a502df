import type { JsonValue, SnapshotFinding, ToolSnapshot } from '@b10x/mcp-foundation'
import { escapeText } from './escape-text.ts'
import { nameTool } from './render-diff.ts'
import type { Style } from './style.ts'

/** `name version · revision (era)`, the server's own words escaped. */
export function renderHeading(snapshot: ToolSnapshot, style: Style): string {
  const server = [textOf(snapshot.server, 'name'), textOf(snapshot.server, 'version')].filter((text) => text !== '')
  const name = server.length === 0 ? 'a server without a name' : escapeText(server.join(' '))
  return `${style.bold(name)} · ${escapeText(snapshot.protocolVersion)} (${snapshot.era})`
}

/** How many tools there are and the digest over all of them. */
export function renderTotals(snapshot: ToolSnapshot): readonly string[] {
  const invalid = snapshot.tools.filter(({ status }) => status !== 'usable').length
  const tools = snapshot.tools.length === 1 ? '1 tool' : `${snapshot.tools.length} tools`
  return [invalid === 0 ? tools : `${tools}, ${invalid} of them invalid`, snapshot.digest]
}

/** What a reviewer should look at: tools that cannot be called, and findings with their place. */
export function renderConcerns(snapshot: ToolSnapshot, findings: readonly SnapshotFinding[]): readonly string[] {
  const invalid = snapshot.tools
    .filter(({ status }) => status !== 'usable')
    .map(({ name, status }) => `invalid tool ${nameOf(name)}: ${status}`)
  const found = findings.map(({ tool, kind, pointer }) => {
    const where = tool === null ? escapeText(pointer) : `${nameOf(tool)} ${escapeText(pointer)}`
    return `finding ${kind}: ${where}`
  })
  return [...invalid, ...found]
}

/** Findings as JSON values. */
export function findingMembers(findings: readonly SnapshotFinding[]): JsonValue {
  return findings.map(({ tool, kind, pointer }) => ({ tool, kind, pointer }))
}

function nameOf(name: string | null): string {
  return name === null ? '(no name)' : nameTool(name)
}

function textOf(value: JsonValue, member: string): string {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return ''
  const text = (value as Readonly<Record<string, JsonValue>>)[member]
  return typeof text === 'string' ? text : ''
}
