import type { CliIo, OutputStream } from '@b10x/mcp-cli/command-line'
import { runCli } from '../run-cli.ts'

export interface Captured {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
  /** Questions that were asked. */
  readonly asked: readonly string[]
}

export interface Surroundings {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly isTTY?: boolean
  readonly signal?: AbortSignal
  /** What a person at the terminal answers, one after the other; absent means nobody is there. */
  readonly answers?: readonly string[]
}

/** Runs one command line in this process. */
export async function runCaptured(argv: readonly string[], given: Surroundings = {}): Promise<Captured> {
  const stdout: string[] = []
  const stderr: string[] = []
  const asked: string[] = []
  const capture = (texts: string[]): OutputStream => ({ isTTY: given.isTTY ?? false, write: (text) => void texts.push(text) })
  const { answers } = given
  const io: CliIo = {
    stdout: capture(stdout),
    stderr: capture(stderr),
    env: given.env ?? {},
    cwd: given.cwd ?? '/',
    signal: given.signal ?? new AbortController().signal,
    ask:
      answers === undefined
        ? null
        : (question) => {
            asked.push(question)
            return Promise.resolve(answers[asked.length - 1] ?? '')
          }
  }
  const status = await runCli(argv, io)
  return { status, stdout: stdout.join(''), stderr: stderr.join(''), asked }
}
