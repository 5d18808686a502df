import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { GovernedError } from '@b10x/ports/errors'
import type { ImportInvocation } from '../arguments/invocation.ts'
import { refuseUsage } from '../arguments/refuse-usage.ts'
import type { CliIo } from '../cli-io.ts'
import { createFile } from '../files/create-file.ts'
import { chooseServers } from '../import/choose-servers.ts'
import { clientLocations } from '../import/client-locations.ts'
import { composeConfig } from '../import/compose-config.ts'
import { readFoundFile } from '../import/found-servers.ts'
import type { FoundFile } from '../import/found-servers.ts'
import type { Output } from '../output/output.ts'
import { importMembers, renderFound, renderWritten } from '../output/render-import.ts'
import type { Written } from '../output/render-import.ts'

/**
 * `import`: lists the servers in other programs' files and, with `-o`, copies chosen ones into a new file without their
 * secrets. Starts nothing, connects nowhere, writes no other file. Exit 1 when `--all` had to leave something out.
 */
export async function importServers(invocation: ImportInvocation, io: CliIo, output: Output): Promise<number> {
  const files = await readFiles(invocation, io)
  const written = invocation.output === null ? null : await writeChosen(files, invocation.output, invocation, io)
  if (output.json) {
    output.document(importMembers(files, written))
  } else {
    output.lines(written === null ? renderFound(files, output.style) : renderWritten(written, output.style))
    if (written !== null) for (const { problem } of files) if (problem !== null) output.note(`not read: ${problem.file} (${problem.reason})`)
  }
  const isPartial = written?.leftOut.some(({ reason }) => reason !== 'disabled') === true || files.some(({ problem }) => problem !== null)
  return invocation.servers === 'all' && isPartial ? 1 : 0
}

/** A file that the user names must be readable; of the usual ones those are read that are there. */
async function readFiles({ from }: ImportInvocation, io: CliIo): Promise<readonly FoundFile[]> {
  if (from.length > 0) {
    const named = await Promise.all([...new Set(from)].map((file) => readFoundFile(file, 'named', io.cwd)))
    for (const { problem } of named) if (problem !== null) throw new GovernedError('config_invalid', problem)
    return named
  }
  const there: FoundFile[] = []
  for (const { file, scope } of usualFiles(io)) {
    if (await isThere(file)) there.push(await readFoundFile(file, scope, io.cwd))
  }
  return there
}

async function writeChosen(files: readonly FoundFile[], file: string, invocation: ImportInvocation, io: CliIo): Promise<Written> {
  const outputFile = path.resolve(io.cwd, file)
  // An .mcp.json belongs to its project; the others would be started by the program that owns them.
  const real = await followFolder(outputFile)
  const usual = await Promise.all(usualFiles(io).map((one) => followFolder(one.file)))
  if (path.basename(real) !== '.mcp.json' && usual.includes(real)) refuseUsage(`The file ${file} belongs to another program: import writes only a file of its own.`)
  const { chosen, leftOut } = chooseServers(files, invocation.servers)
  if (chosen.length === 0) refuseUsage('There is no server to write.')
  const { text, servers } = composeConfig(chosen, outputFile, io.env)
  await createFile(file, text, io.cwd)
  return { file, servers, leftOut }
}

function usualFiles({ cwd, env }: CliIo): ReturnType<typeof clientLocations> {
  return clientLocations({ cwd, env, platform: process.platform })
}

/** The same file by its real folder, where that exists: a link must not make a foreign file look like another. */
async function followFolder(file: string): Promise<string> {
  const folder = path.dirname(file)
  return path.join(await realpath(folder).catch(() => folder), path.basename(file))
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null
}
