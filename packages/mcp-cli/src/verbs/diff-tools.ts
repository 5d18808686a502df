import { diffSnapshots } from '@b10x/mcp-foundation'
import type { ToolSnapshot } from '@b10x/mcp-foundation'
import type { DiffInvocation } from '../arguments/invocation.ts'
import type { CliIo } from '../cli-io.ts'
import { withClient } from '../connection/with-client.ts'
import { readSnapshotFile } from '../files/read-snapshot-file.ts'
import type { Output } from '../output/output.ts'
import { diffMembers, renderDiff } from '../output/render-diff.ts'

/** `diff`: what changed from one snapshot to another, or to the live server in the snapshot's revision. */
export async function diffTools(invocation: DiffInvocation, io: CliIo, output: Output): Promise<number> {
  const { snapshot: before } = await readSnapshotFile(invocation.file, io)
  const after = await readOther(invocation, before.protocolVersion, io)
  const diff = diffSnapshots(before, after)
  if (output.json) output.document(diffMembers(diff))
  else output.lines([...renderDiff(diff, output.style), ...(diff.equal ? [output.style.green('equal')] : [])])
  return diff.equal ? 0 : 1
}

async function readOther({ other, connection }: DiffInvocation, protocolVersion: string, io: CliIo): Promise<ToolSnapshot> {
  if ('file' in other) return (await readSnapshotFile(other.file, io)).snapshot
  const request = { target: other.target, connection, protocolVersion }
  return withClient(request, io, (client) => client.freeze({ signal: io.signal }))
}
