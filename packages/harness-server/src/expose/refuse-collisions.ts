import { createHash } from 'node:crypto'
import { GovernedError } from '@b10x/ports/errors'
import type { ServedTool } from './served-tool.ts'

/**
 * Two tools of one name would hide one another, whoever comes first.
 * @throws GovernedError `tool_name_collision`
 */
export function refuseCollisions(tools: readonly ServedTool[]): void {
  const byName = new Map<string, ServedTool>()
  for (const tool of tools) {
    const { name } = tool.published
    const other = byName.get(name)
    if (other !== undefined) throw new GovernedError('tool_name_collision', { name, origins: [originOf(other), originOf(tool)] })
    byName.set(name, tool)
  }
}

function originOf({ published: { source, name } }: ServedTool): { readonly source: string; readonly toolDigest: string } {
  return { source, toolDigest: `sha256:${createHash('sha256').update(name).digest('hex')}` }
}
