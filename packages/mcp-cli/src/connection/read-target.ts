import path from 'node:path'
import type { TargetArgument } from '../arguments/invocation.ts'
import type { CliIo } from '../cli-io.ts'
import { readConfigFile } from '../files/read-config-file.ts'
import { readServerConfig } from '../target/read-server-config.ts'
import type { ServerTarget } from '../target/server-target.ts'

/**
 * Turns what the command line names into a server.
 * @throws GovernedError `config_invalid` (also reason `unreadable` and `too_large`: over 16 MiB), `variable_missing`,
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
