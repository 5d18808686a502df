import { hash } from 'node:crypto'
import type { PublishedTool, ToolPort } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { NameOrigin } from '@b10x/ports/errors'
import { isGoverned } from './govern-tools.ts'

/**
 * One port over several. Each keeps the authority that it has; here it is only looked up who publishes a name. A port
 * given twice is there once, and the order changes nothing.
 * @throws GovernedError `tool_name_collision` with both origins
 */
export function composeToolPorts(...ports: readonly ToolPort[]): ToolPort {
  const owners = new Map<string, { readonly port: ToolPort; readonly tool: PublishedTool }>()
  const distinct = new Set(ports)
  for (const port of distinct) {
    for (const tool of port.tools) {
      const other = owners.get(tool.name)
      if (other !== undefined) throw collision(other.tool, tool)
      owners.set(tool.name, { port, tool })
    }
  }
  // A name that nobody published is refused by a port that has a row for it, where there is one.
  const refuser = [...distinct].find(isGoverned)
  const ownerOf = (name: string): ToolPort => {
    const owner = owners.get(name)?.port ?? refuser
    if (owner === undefined) throw new GovernedError('tool_not_published', {})
    return owner
  }
  const tools = [...owners.values()].map(({ tool }) => tool).sort((a, b) => (a.name < b.name ? -1 : 1))
  return Object.freeze({
    tools: Object.freeze(tools),
    callTool: async (name, args, context) => ownerOf(name).callTool(name, args, context),
    decide: async (name, args, context) => ownerOf(name).decide(name, args, context)
  } satisfies ToolPort)
}

function collision(one: PublishedTool, other: PublishedTool): GovernedError {
  const { name } = one
  const toolDigest = `sha256:${hash('sha256', name, 'hex')}`
  const origins: readonly NameOrigin[] = [one.source, other.source].sort().map((source) => ({ source, toolDigest }))
  return new GovernedError('tool_name_collision', { name, origins })
}
