import path from 'node:path'
import type { CliIo } from '@b10x/mcp-cli/command-line'
import { escapeText } from '@b10x/mcp-cli/terminal'
import type { Output } from '@b10x/mcp-cli/terminal'
import { serializeSnapshot } from '@b10x/mcp-foundation'
import type { InitInvocation } from '../arguments/invocation.ts'
import { takeSnapshot } from '../connection/take-snapshot.ts'
import { askTools } from '../draft/ask-tools.ts'
import { checkConnection, draftConnection } from '../draft/draft-connection.ts'
import { draftProfile, draftTools } from '../draft/draft-profile.ts'
import { createFile } from '../files/create-file.ts'

/**
 * `profile init`: freezes what the server lists and writes a profile for it. At a terminal every tool is asked about;
 * elsewhere the profile is a draft in which every tool has to be filled in.
 */
export async function initProfile(invocation: InitInvocation, io: CliIo, output: Output): Promise<number> {
  const { target, name, output: file, snapshot: snapshotFile } = invocation
  const connection = draftConnection(target, { cwd: io.cwd, folder: path.dirname(path.resolve(io.cwd, file)) })
  // Before anything is started: a credential on the command line would end up in the file.
  checkConnection(connection, { name, file })
  const snapshot = await takeSnapshot(invocation, io)
  const drafted = draftTools(snapshot)
  const isAsked = io.ask !== null && !output.json
  const tools = io.ask !== null && isAsked ? await askTools(drafted, io.ask, output) : drafted.map(({ entry }) => entry)
  const reference = path.relative(path.dirname(path.resolve(io.cwd, file)), path.resolve(io.cwd, snapshotFile))
  await createFile(snapshotFile, serializeSnapshot(snapshot), io.cwd)
  await createFile(file, draftProfile({ name, connection, snapshot, reference, tools }), io.cwd)
  const leftOut = snapshot.tools.length - tools.length
  if (output.json) output.document({ profile: file, snapshot: snapshotFile, digest: snapshot.digest, tools: tools.length, leftOut, complete: isAsked })
  else output.lines([`written to ${escapeText(file)} and ${escapeText(snapshotFile)}: ${tools.length} tools, ${leftOut} left out`])
  output.note(isAsked ? `Check it: b10x-harness profile check ${escapeText(file)}` : 'A draft: every null is a decision that a person has to make.')
  return 0
}
