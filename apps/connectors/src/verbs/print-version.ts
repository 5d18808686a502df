import type { Output } from '@b10x/mcp-cli/terminal'
import { FOUNDATION_RELEASE } from '@b10x/mcp-foundation'

/** `--version`: which build of the foundation runs. All packages are stamped from one commit. */
export function printVersion(output: Output): number {
  const { name, version, revision, dirty } = FOUNDATION_RELEASE
  if (output.json) output.document({ name, version, revision, dirty })
  else output.lines([`${name} ${version} ${revision ?? 'no revision'}${dirty ? ' (modified)' : ''}`])
  return 0
}
