import { createHash } from 'node:crypto'
import { GovernedError } from '@b10x/ports/errors'
import type { NameOrigin } from '@b10x/ports/errors'
import type { AdmittedTool } from './admitted-tools.ts'

/**
 * Two tools under one published name: whichever was taken, the other would be hidden. The naming rule leaves no more of
 * this than collisions of 64 bits, and here they end.
 * @throws GovernedError `tool_name_collision` with both origins
 */
export function refuseCollisions(tools: readonly AdmittedTool[]): void {
  const known = new Map<string, AdmittedTool>()
  for (const tool of tools) {
    const { name } = tool.published
    const other = known.get(name)
    if (other !== undefined) {
      const origins = [other, tool].map((one) => ({ source: one.published.source, toolDigest: digestName(one.remoteName) }))
      throw new GovernedError('tool_name_collision', { name, origins: origins.toSorted(byOrigin) })
    }
    known.set(name, tool)
  }
}

/** The refusal is the same whoever came first. */
function byOrigin(a: NameOrigin, b: NameOrigin): number {
  const [one, other] = [`${a.source}\0${a.toolDigest}`, `${b.source}\0${b.toolDigest}`]
  return one < other ? -1 : Number(one > other)
}

/** The name of the server is its text, and its digest is not. */
function digestName(remoteName: string): string {
  return `sha256:${createHash('sha256').update(remoteName, 'utf8').digest('hex')}`
}
