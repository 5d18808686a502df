import type { Invocation, VerbInvocation } from './arguments/invocation.ts'
import { parseCommandLine } from './arguments/parse-command-line.ts'
import type { CliIo } from './cli-io.ts'
import type { Output } from './output/output.ts'

/** The user interrupted (128 + SIGINT). */
const EXIT_INTERRUPTED = 130

/**
 * Runs one command line (without the program's own name) and returns its exit status: 0 fine, 1 drift or a call that did
 * not succeed, 2 usage or configuration, 3 network, process, deadline or unknown outcome, 4 refused, 130 interrupted.
 * It never throws and never ends the process. What a verb does not need is not loaded.
 */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  try {
    const status = await runInvocation(parseCommandLine(argv), io)
    return io.signal.aborted ? EXIT_INTERRUPTED : status
  } catch (error) {
    const { reportFailure } = await import('./output/report-failure.ts')
    const status = reportFailure(error, io, await openOutput(io, { json: wantsJson(argv), color: true }))
    return io.signal.aborted ? EXIT_INTERRUPTED : status
  }
}

async function runInvocation(invocation: Invocation, io: CliIo): Promise<number> {
  switch (invocation.verb) {
    case 'help': {
      const { helpText } = await import('./help/help-text.ts')
      io.stdout.write(helpText(invocation.topic))
      return 0
    }
    case 'version': {
      const { printVersion } = await import('./verbs/print-version.ts')
      return printVersion(await openOutput(io, { json: invocation.json, color: false }))
    }
    default:
      return runVerb(invocation, io, await openOutput(io, invocation))
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

async function openOutput(io: CliIo, options: { readonly json: boolean; readonly color: boolean }): Promise<Output> {
  const { createOutput } = await import('./output/output.ts')
  return createOutput(io, options)
}

/** Also a command line that cannot be understood gets its refusal as JSON when it asked for JSON. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return argv.slice(0, end === -1 ? argv.length : end).includes('--json')
}
