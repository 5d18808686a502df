import type { CliIo } from '@b10x/mcp-cli/command-line'
import { attachOperatorFacts, attachOperatorText } from '@b10x/mcp-cli/terminal'
import type { SnapshotDiff } from '@b10x/mcp-foundation'
import { hasCode } from '@b10x/ports/errors'
import { differenceMembers } from '../output/render-diff.ts'

/** Adds what the operator may see: what differs, or what the peer said. The bearer is in neither. */
export function explainRefusal(error: unknown, variable: string | null, { env }: CliIo): unknown {
  if (hasCode(error, 'snapshot_mismatch')) return attachOperatorFacts(error, { found: differenceMembers(error.cause as SnapshotDiff) })
  return attachOperatorText(error, { stderrTail: '', secrets: variable === null ? [] : [env[variable] ?? ''] })
}
