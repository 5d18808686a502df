import { diffSnapshots } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import type { VerifyInvocation } from '../arguments/invocation.ts'
import type { CliIo } from '../cli-io.ts'
import { withClient } from '../connection/with-client.ts'
import { readSnapshotFile } from '../files/read-snapshot-file.ts'
import type { Output } from '../output/output.ts'
import { diffMembers, renderDiff } from '../output/render-diff.ts'
import { renderTotals } from '../output/render-summary.ts'
import { errorMembers } from '../output/report-failure.ts'

/** `verify`: the live tools are exactly the reviewed ones, in the reviewed revision, or `snapshot_mismatch`. */
export async function verifySnapshot(invocation: VerifyInvocation, io: CliIo, output: Output): Promise<number> {
  const { target, connection, file } = invocation
  const { snapshot: reviewed } = await readSnapshotFile(file, io)
  const request = { target, connection, protocolVersion: reviewed.protocolVersion }
  const live = await withClient(request, io, (client) => client.freeze({ signal: io.signal }))
  const diff = diffSnapshots(reviewed, live)
  if (diff.equal) {
    if (output.json) output.document(diffMembers(diff))
    else output.lines([...renderDiff(diff, output.style), output.style.green('equal'), ...renderTotals(live)])
    return 0
  }
  const error = new GovernedError('snapshot_mismatch', { differences: diff.differences.length })
  if (output.json) {
    output.document({ ...errorMembers(error), ...diffMembers(diff) })
  } else {
    output.lines(renderDiff(diff, output.style))
    output.note(`b10x-mcp: ${error.code}: ${error.message}`)
  }
  return error.exitClass
}
