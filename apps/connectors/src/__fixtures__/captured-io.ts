import type { CliIo, OutputStream } from '@b10x/mcp-cli/command-line'
import { runCli } from '../run-cli.ts'

export interface Captured {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
  /** How often a person was asked. */
  readonly asked: number
}

export interface Surroundings {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly isTTY?: boolean
  readonly signal?: AbortSignal
}

/** Runs one command line in this process. At a terminal somebody would answer yes to everything. */
export async function runCaptured(argv: readonly string[], given: Surroundings = {}): Promise<Captured> {
  const stdout: string[] = []
  const stderr: string[] = []
  let asked = 0
  const isTTY = given.isTTY ?? false
  const capture = (texts: string[]): OutputStream => ({ isTTY, write: (text) => void texts.push(text) })
  const io: CliIo = {
    stdout: capture(stdout),
    stderr: capture(stderr),
    env: given.env ?? {},
    cwd: given.cwd ?? '/',
    signal: given.signal ?? new AbortController().signal,
    ask: isTTY ? () => ((asked += 1), Promise.resolve('y')) : null
  }
  const status = await runCli(argv, io)
  return { status, stdout: stdout.join(''), stderr: stderr.join(''), asked }
}
