import { runCommand } from '@b10x/mcp-cli/command-line'
import type { CliIo, OpenOutput } from '@b10x/mcp-cli/command-line'
import type { Output } from '@b10x/mcp-cli/terminal'
import type { Invocation, VerbInvocation } from './arguments/invocation.ts'
import { parseCommandLine } from './arguments/parse-command-line.ts'

/**
 * Runs one command line (without the program's own name) and returns its exit status: 0 fine, 1 drift, 2 usage or
 * configuration, 3 network or deadline, 4 refused, 130 interrupted. It never throws, never asks and never ends the
 * process. What a verb does not need is not loaded.
 */
export function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  return runCommand(argv, io, { failures: { program: 'b10x-connectors', lists: 'lines' }, parse: parseCommandLine, run: runInvocation })
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
    case 'services draft':
      return (await import('./verbs/draft-service.ts')).draftService(invocation, io, output)
    case 'services check':
      return (await import('./verbs/check-service.ts')).checkService(invocation, io, output)
    case 'services verify':
      return (await import('./verbs/verify-service.ts')).verifyService(invocation, io, output)
  }
}
