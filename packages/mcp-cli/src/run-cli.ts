import type { Invocation, LocalInvocation, ServerInvocation } from './arguments/invocation.ts'
import { parseCommandLine } from './arguments/parse-command-line.ts'
import type { CliIo } from './cli-io.ts'
import type { Output } from './output/output.ts'
import { runCommand } from './run-command.ts'
import type { OpenOutput } from './run-command.ts'

/**
 * Runs one command line (without the program's own name) and returns its exit status: 0 fine, 1 drift or a finding,
 * 2 usage or configuration, 3 network, process, deadline or unknown outcome, 4 refused, 130 interrupted.
 * It never throws and never ends the process. What a verb does not need is not loaded.
 */
export function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  return runCommand(argv, io, { failures: { program: 'b10x-mcp', lists: 'inline' }, parse: parseCommandLine, run: runInvocation })
}

async function runInvocation(invocation: Invocation, io: CliIo, openOutput: OpenOutput): Promise<number> {
  switch (invocation.verb) {
    case 'help': {
      const { helpText } = await import('./help/help-text.ts')
      io.stdout.write(helpText(invocation.topic))
      return 0
    }
    case 'version': {
      const { printVersion } = await import('./verbs/print-version.ts')
      return printVersion(await openOutput({ json: invocation.json, color: false }))
    }
    default:
      return runVerb(invocation, io, await openOutput(invocation))
  }
}

async function runVerb(invocation: ServerInvocation | LocalInvocation, io: CliIo, output: Output): Promise<number> {
  switch (invocation.verb) {
    case 'list':
      return (await import('./verbs/list-tools.ts')).listTools(invocation, io, output)
    case 'inspect':
      return (await import('./verbs/inspect-tool.ts')).inspectTool(invocation, io, output)
    case 'call':
      return (await import('./verbs/call-tool.ts')).callTool(invocation, io, output)
    case 'snapshot':
      return (await import('./verbs/take-snapshot.ts')).takeSnapshot(invocation, io, output)
    case 'verify':
      return (await import('./verbs/verify-snapshot.ts')).verifySnapshot(invocation, io, output)
    case 'diff':
      return (await import('./verbs/diff-tools.ts')).diffTools(invocation, io, output)
    case 'accept':
      return (await import('./verbs/accept-changes.ts')).acceptChanges(invocation, io, output)
    case 'doctor':
      return (await import('./verbs/examine-server.ts')).examineServer(invocation, io, output)
    case 'auth':
      return (await import('./verbs/manage-login.ts')).manageLogin(invocation, io, output)
    case 'import':
      return (await import('./verbs/import-servers.ts')).importServers(invocation, io, output)
    case 'demo':
      return (await import('./verbs/play-demo.ts')).playDemo(io, output, runCli)
  }
}
