import type { CliIo } from './cli-io.ts'
import type { Output } from './output/output.ts'
import type { FailureReport } from './output/report-failure.ts'

/** The user interrupted (128 + SIGINT). */
const EXIT_INTERRUPTED = 130

/** Opens the streams for one invocation. */
export type OpenOutput = (options: { readonly json: boolean; readonly color: boolean }) => Promise<Output>

/** What one program is, beside what all of ours do alike. */
export interface Command<Invocation> {
  readonly failures: FailureReport
  /** @throws GovernedError `usage_invalid` */
  parse(argv: readonly string[]): Invocation
  /** Returns the exit status. */
  run(invocation: Invocation, io: CliIo, openOutput: OpenOutput): Promise<number>
}

/**
 * Runs one command line (without the program's own name) and returns its exit status: what `run` returned, the exit class
 * of what it threw, or 130 when it was interrupted. It never throws and never ends the process, and loads no output before
 * there is something to say.
 */
export async function runCommand<Invocation>(argv: readonly string[], io: CliIo, command: Command<Invocation>): Promise<number> {
  const openOutput: OpenOutput = async (options) => {
    const { createOutput } = await import('./output/output.ts')
    return createOutput(io, options)
  }
  try {
    const status = await command.run(command.parse(argv), io, openOutput)
    return io.signal.aborted ? EXIT_INTERRUPTED : status
  } catch (error) {
    const { reportFailure } = await import('./output/report-failure.ts')
    const status = reportFailure(error, io, await openOutput({ json: wantsJson(argv), color: true }), command.failures)
    return io.signal.aborted ? EXIT_INTERRUPTED : status
  }
}

/** Also a command line that cannot be understood gets its refusal as JSON when it asked for JSON. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return argv.slice(0, end === -1 ? argv.length : end).includes('--json')
}
