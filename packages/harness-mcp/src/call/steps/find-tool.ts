import { GovernedError } from '@b10x/ports/errors'
import type { GovernedTool } from '../authority.ts'
import { digestText } from '../governed-call.ts'
import type { GovernedCall } from '../governed-call.ts'

/**
 * Only what was published can be called. A name that was not is somebody's text: the row holds its digest.
 * @throws GovernedError `tool_not_published`
 */
export function findTool({ authority, facts }: GovernedCall, name: string): GovernedTool {
  const tool = authority.tools.get(name)
  if (tool === undefined) {
    facts.tool = digestText(typeof name === 'string' ? name : '')
    throw new GovernedError('tool_not_published', {})
  }
  const { published, provenance } = tool
  facts.tool = published.name
  facts.source = published.source
  if (published.effect !== undefined) facts.effect = published.effect
  facts.toolDigest = provenance.digest
  return tool
}
