import { diffSnapshots, findFindings, serializeSnapshot } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import type { AcceptInvocation } from '../arguments/invocation.ts'
import type { CliIo } from '../cli-io.ts'
import { withClient } from '../connection/with-client.ts'
import { readSnapshotFile } from '../files/read-snapshot-file.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { escapeText } from '../output/escape-text.ts'
import type { Output } from '../output/output.ts'
import { diffMembers, renderDiff } from '../output/render-diff.ts'
import { renderConcerns } from '../output/render-summary.ts'
import { errorMembers } from '../output/report-failure.ts'

/**
 * `accept`: shows what changed since the review and, when a person says yes (or `--yes`), makes the live listing the
 * reviewed one. It speaks the reviewed revision unless `--protocol` names another.
 */
export async function acceptChanges(invocation: AcceptInvocation, io: CliIo, output: Output): Promise<number> {
  const { target, connection, file } = invocation
  const { snapshot: reviewed, bytes } = await readSnapshotFile(file, io)
  const request = { target, connection, protocolVersion: connection.protocol ?? reviewed.protocolVersion }
  const live = await withClient(request, io, (client) => client.freeze({ signal: io.signal }))
  const diff = diffSnapshots(reviewed, live)
  const text = serializeSnapshot(live)
  const isSame = Buffer.from(text).equals(bytes)
  if (!output.json) output.lines(renderDiff(diff, output.style))
  for (const concern of renderConcerns(live, findFindings(live))) output.note(output.noteStyle.yellow(concern))

  const accepted = isSame || (await isAccepted(invocation, io, output))
  if (accepted && !isSame) await writeFileAtomically(file, text, io.cwd)
  const outcome = { accepted, written: accepted && !isSame, digest: live.digest, ...diffMembers(diff) }
  if (accepted) {
    if (output.json) output.document(outcome)
    else output.lines([isSame ? 'nothing to accept' : `written to ${escapeText(file)}`, live.digest])
    return 0
  }
  const error = new GovernedError('snapshot_mismatch', { differences: diff.differences.length })
  if (output.json) output.document({ ...errorMembers(error), ...outcome })
  else output.note('Not accepted: the file is as it was.')
  return error.exitClass
}

/** Nobody is asked where nobody can answer, nor where stdout is a program's. */
async function isAccepted({ yes, json }: AcceptInvocation, io: CliIo, output: Output): Promise<boolean> {
  if (yes) return true
  if (io.ask === null || json) {
    output.note('Pass --yes to accept without being asked.')
    return false
  }
  return /^y(es)?$/i.test((await io.ask('Accept these tools as reviewed? [y/N] ')).trim())
}
