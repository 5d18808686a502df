import type { CommandIo } from '../cli/command-io.ts'
import { runGovernance } from '../cli/run-governance.ts'

export interface Captured {
  readonly status: number
  readonly out: string
  readonly err: string
}

/** Runs the command in this process. */
export async function run(args: readonly string[], given: Partial<CommandIo> = {}): Promise<Captured> {
  let [out, err] = ['', '']
  const io: CommandIo = { cwd: process.cwd(), env: { PATH: process.env['PATH'] }, today: '2026-12-01', signal: new AbortController().signal, out: (text) => void (out += text), err: (text) => void (err += text), ...given }
  const status = await runGovernance(args, io)
  return { status, out, err }
}
