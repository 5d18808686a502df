import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { GovernedError } from '@b10x/ports/errors'

/**
 * Runs the command that makes a server change its list: a program and its arguments, without a shell.
 * @throws GovernedError `program_not_found`, `process_exited` where it ends with another status than 0
 */
export async function runTrigger(command: readonly string[], cwd: string, signal: AbortSignal): Promise<void> {
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd, stdio: 'ignore', shell: false, signal, timeout: 60_000 })
  const [exitCode, killedBy] = await exitOf(child, program)
  if (exitCode !== 0) throw new GovernedError('process_exited', { exitCode, signal: killedBy })
}

async function exitOf(child: ReturnType<typeof spawn>, command: string): Promise<[exitCode: number | null, signal: string | null]> {
  try {
    return (await once(child, 'exit')) as [number | null, string | null]
  } catch (cause) {
    throw new GovernedError('program_not_found', { command }, { cause })
  }
}
