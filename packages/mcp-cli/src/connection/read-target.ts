import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { GovernedError } from '@b10x/ports/errors'
import type { TargetArgument } from '../arguments/invocation.ts'
import type { CliIo } from '../cli-io.ts'
import { readServerConfig } from '../target/read-server-config.ts'
import type { ServerTarget } from '../target/server-target.ts'

/** No list of servers is longer; it keeps a wrong path from being read into memory. */
const MAX_CONFIG_BYTES = 1024 * 1024

/**
 * Turns what the command line names into a server.
 * @throws GovernedError `config_invalid` (also reason `unreadable` and `too_large`: over 1 MiB), `variable_missing`,
 * `usage_invalid`
 */
export async function readTarget(argument: TargetArgument, io: CliIo): Promise<ServerTarget> {
  switch (argument.kind) {
    case 'url':
      return { kind: 'http', url: argument.url, headers: [] }
    case 'command':
      return { kind: 'stdio', command: argument.command, args: argument.args, cwd: io.cwd, env: {} }
    case 'config': {
      const absoluteFile = path.resolve(io.cwd, argument.file)
      const bytes = await readConfigFile(argument.file, absoluteFile)
      return readServerConfig({ bytes, file: argument.file, absoluteFile, server: argument.server, env: io.env, cwd: io.cwd })
    }
  }
}

async function readConfigFile(file: string, absoluteFile: string): Promise<Uint8Array> {
  const invalid = (reason: string, cause?: unknown): GovernedError =>
    new GovernedError('config_invalid', { file, pointer: '', reason }, { cause })
  try {
    if ((await stat(absoluteFile)).size > MAX_CONFIG_BYTES) throw invalid('too_large')
    return await readFile(absoluteFile)
  } catch (cause) {
    throw cause instanceof GovernedError ? cause : invalid('unreadable', cause)
  }
}
