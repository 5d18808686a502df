import { runCli } from '../run-cli.ts'
import type { Captured, Surroundings } from './captured-io.ts'

/** Gets the address that the command shows. Whatever it throws fails the test. */
export type Browser = (url: URL) => Promise<void>

/** Runs `auth login` in this process, with a browser that starts as soon as the address is shown. */
export async function logInCaptured(argv: readonly string[], given: Surroundings, browser: Browser): Promise<Captured> {
  const stdout: string[] = []
  const stderr: string[] = []
  let browsing: Promise<void> = Promise.resolve()
  const status = await runCli(argv, {
    stdout: { isTTY: false, write: (text) => void stdout.push(text) },
    stderr: {
      isTTY: false,
      write(text) {
        stderr.push(text)
        const [shown] = /^ {2}(https?:\S+)$/m.exec(text)?.slice(1) ?? []
        if (shown !== undefined) browsing = browser(new URL(shown))
      }
    },
    env: given.env ?? {},
    cwd: given.cwd ?? '/',
    signal: given.signal ?? new AbortController().signal,
    ask: null
  })
  await browsing
  return { status, stdout: stdout.join(''), stderr: stderr.join(''), asked: [] }
}
