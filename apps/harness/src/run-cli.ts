import { runCommand } from '@b10x/mcp-cli/command-line'
import type { CliIo, OpenOutput } from '@b10x/mcp-cli/command-line'
import type { Output } from '@b10x/mcp-cli/terminal'
import type { Invocation, VerbInvocation } from './arguments/invocation.ts'
import { parseCommandLine } from './arguments/parse-command-line.ts'

/**
 * Runs one command line (without the program's own name) and returns its exit status: 0 fine, 1 drift or a call that did
 * not succeed, 2 usage or configuration, 3 network, process, deadline or unknown outcome, 4 refused, 130 interrupted.
 * It never throws and never ends the process. What a verb does not need is not loaded.
 */
export function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  return runCommand(argv, io, { failures: { program: 'b10x-harness', lists: 'lines' }, parse: parseCommandLine, run: runInvocation })
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

async function runVerb(invocation: VerbInvocation, io: CliIo, output: Output): Promise<number> {
  switch (invocation.verb) {
    case 'profile init':
      return (await import('./verbs/init-profile.ts')).initProfile(invocation, io, output)
    case 'profile check':
      return (await import('./verbs/check-profile.ts')).checkProfile(invocation, io, output)
    case 'tools':
      return (await import('./verbs/show-tools.ts')).showTools(invocation, io, output)
    case 'call':
      return (await import('./verbs/call-tool.ts')).callTool(invocation, io, output)
    case 'run':
      return (await import('./verbs/run-script.ts')).runScript(invocation, io, output)
    case 'evidence show':
      return (await import('./verbs/show-evidence.ts')).showEvidence(invocation, io, output)
    case 'build':
      return (await import('./verbs/build-project.ts')).buildProject(invocation, io, output)
  }
}
