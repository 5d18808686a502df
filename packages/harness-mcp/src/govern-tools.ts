import type { ToolPort } from '@b10x/ports'
import type { AdmittedTools } from './admission/admitted-tools.ts'
import { createAuthority } from './call/authority.ts'
import { callTool } from './call/call-tool.ts'
import { decideCall } from './call/decide-call.ts'
import type { Governance } from './governance.ts'

/** Ports that write a row for a name that nobody published. */
const governed = new WeakSet<ToolPort>()

/**
 * Puts admitted tools, of one server or of several, under authority: the port publishes them and nothing else, for its
 * whole life, and each call passes every step (ADR 0014). The order in which servers are given changes nothing.
 * @throws GovernedError `option_invalid`, `tool_name_collision`
 */
export function governTools(admitted: AdmittedTools | readonly AdmittedTools[], governance: Governance = {}): ToolPort {
  const authority = createAuthority(isList(admitted) ? admitted : [admitted], governance)
  const tools = [...authority.tools.values()].map(({ published }) => published).sort((a, b) => (a.name < b.name ? -1 : 1))
  const port: ToolPort = Object.freeze({
    tools: Object.freeze(tools),
    callTool: (name, args, context = {}) => callTool(authority, name, args, context),
    decide: (name, args, context = {}) => decideCall(authority, name, args, context)
  } satisfies ToolPort)
  governed.add(port)
  return port
}

/** Whether calling the port with an unknown name does nothing but leave its row. */
export function isGoverned(port: ToolPort): boolean {
  return governed.has(port)
}

function isList(admitted: AdmittedTools | readonly AdmittedTools[]): admitted is readonly AdmittedTools[] {
  return Array.isArray(admitted)
}
