import type { McpTransport } from '../transport/transport.ts'
import { childEnvironment } from './child-environment.ts'
import { isLauncher } from './identify-launched.ts'
import { identifyPackage } from './identify-package.ts'
import { openStdioChannel } from './open-stdio-channel.ts'
import type { StdioEvidence } from './open-stdio-channel.ts'
import { redactCommand } from './redact-command.ts'
import { resolveProgram } from './resolve-program.ts'
import type { Launch } from './spawn-server.ts'
import { checkStdioOptions, DEFAULT_CLOSE_LADDER_MS } from './stdio-options.ts'
import type { StdioTransportOptions } from './stdio-options.ts'

/**
 * A local MCP server as a transport (MCP 2026-07-28, transports, stdio). Nothing runs before `open`; each `open` starts
 * a process tree of its own, and the program is looked up once, at the first.
 *
 * The tree (session, group and descendants) is ended by `close()`: standard input closed, `closeLadderMs`, SIGTERM,
 * `closeLadderMs`, SIGKILL; likewise when the program exits, and when this process ends, even by SIGKILL (then by a
 * watchdog process, see `startWatchdog`). A process that leaves the session after its parents are gone escapes.
 *
 * For npx and its kind `endpoint.package` of the channel is known from the server's first message on.
 *
 * `open` rejects with GovernedError `usage_invalid` (a NUL character, a variable name), `platform_unsupported`
 * (Windows), `program_not_found`, or the reason of its signal.
 */
export function stdioTransport(options: StdioTransportOptions): McpTransport {
  let prepared: Prepared | undefined
  return {
    kind: 'stdio',
    async open(context) {
      prepared ??= prepare(options)
      return openStdioChannel(prepared.launch, context, prepared.evidence)
    }
  }
}

interface Prepared {
  readonly launch: Launch
  readonly evidence: StdioEvidence
}

function prepare(options: StdioTransportOptions): Prepared {
  checkStdioOptions(options)
  const { command, args = [], env, inheritEnv } = options
  const program = resolveProgram(command, options.lookupPath === true ? process.env['PATH'] : undefined)
  const launch: Launch = {
    command,
    program,
    args: [...args],
    cwd: options.cwd ?? process.cwd(),
    environment: childEnvironment(process.env, { env, inheritEnv }),
    closeLadderMs: options.closeLadderMs ?? DEFAULT_CLOSE_LADDER_MS
  }
  const evidence: StdioEvidence = { transport: 'stdio', command: redactCommand(command, args, launch.environment), program }
  // A launcher's own package says nothing about the server.
  const from = isLauncher(program) ? undefined : identifyPackage(program, args, launch.cwd)
  return { launch, evidence: from === undefined ? evidence : { ...evidence, package: from } }
}
