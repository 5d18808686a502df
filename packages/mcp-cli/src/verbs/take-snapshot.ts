import { findFindings, serializeSnapshot } from '@b10x/mcp-foundation'
import type { SnapshotInvocation } from '../arguments/invocation.ts'
import type { CliIo } from '../cli-io.ts'
import { withClient } from '../connection/with-client.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { escapeText } from '../output/escape-text.ts'
import type { Output } from '../output/output.ts'
import { renderConcerns, renderHeading, renderTotals } from '../output/render-summary.ts'

/** `snapshot`: the whole listing as a file to review. Two snapshots of one server are the same bytes. */
export async function takeSnapshot(invocation: SnapshotInvocation, io: CliIo, output: Output): Promise<number> {
  const { target, connection, strict } = invocation
  const file = invocation.output === '-' ? null : invocation.output
  const request = { target, connection, protocolVersion: connection.protocol }
  const snapshot = await withClient(request, io, (client) => client.freeze({ signal: io.signal }))
  const text = serializeSnapshot(snapshot)
  if (file !== null) await writeFileAtomically(file, text, io.cwd)
  if (output.json || file === null) output.exactJson(text)
  else output.lines([renderHeading(snapshot, output.style), ...renderTotals(snapshot), `written to ${escapeText(file)}`])
  const concerns = renderConcerns(snapshot, findFindings(snapshot))
  for (const concern of concerns) output.note(output.noteStyle.yellow(concern))
  return strict && concerns.length > 0 ? 1 : 0
}
