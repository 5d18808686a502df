import { createInterface } from 'node:readline/promises'
import type { CliIo, OutputStream } from './cli-io.ts'

/**
 * The real process as a CliIo. The first SIGINT or SIGTERM aborts the command, so that it closes what it opened; a
 * second one ends the process at once.
 */
export function processIo(): CliIo {
  const interrupt = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort())
  return {
    stdout: openStream(process.stdout),
    stderr: openStream(process.stderr),
    env: process.env,
    cwd: process.cwd(),
    signal: interrupt.signal,
    ask: process.stdin.isTTY && process.stderr.isTTY ? (question, signal) => ask(question, signal === undefined ? interrupt.signal : AbortSignal.any([interrupt.signal, signal])) : null
  }
}

/** A reader that went away (`| head`) is no failure; any other failed write is one. */
function openStream(stream: NodeJS.WriteStream): OutputStream {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exitCode = 3
  })
  return { isTTY: stream.isTTY === true, write: (text) => void stream.write(text) }
}

async function ask(question: string, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question, { signal })
  } catch (error) {
    if (signal.aborted) return ''
    throw error
  } finally {
    terminal.close()
  }
}
