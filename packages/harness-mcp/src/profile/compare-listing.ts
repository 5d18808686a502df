import { diffSnapshots } from '@b10x/mcp-foundation'
import type { ToolSnapshot } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import type { RunProfileDocument } from './run-profile.ts'

/**
 * The live tools are the reviewed ones: the same revision, the same names, every descriptor equal. With
 * `onUnmappedAdded: ignore` a tool that is new, and only that, may stand beside them; nobody reviewed it and nobody can
 * call it.
 * @throws GovernedError `snapshot_mismatch` with the number of refused differences; the `cause` is the whole
 *   `SnapshotDiff`, for the operator only
 */
export function compareListing(reviewed: ToolSnapshot, live: ToolSnapshot, onUnmappedAdded: RunProfileDocument['onUnmappedAdded']): void {
  if (reviewed.digest === live.digest) return
  const diff = diffSnapshots(reviewed, live)
  const refused = onUnmappedAdded === 'ignore' ? diff.differences.filter(({ kind }) => kind !== 'tool_added') : diff.differences
  if (refused.length > 0) throw new GovernedError('snapshot_mismatch', { differences: refused.length }, { cause: diff })
}
