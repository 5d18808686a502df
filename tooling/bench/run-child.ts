import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { TurnMessage } from './cases/order.ts'

export interface ChildOptions {
  readonly args: readonly string[]
  readonly execArgv?: readonly string[]
  readonly timeoutMs: number
}

/** A process that measures, and answers on the channel to its parent. */
export interface MeasuringChild {
  /** Sends what it is to do, and gives what it says then; without anything to send, what it says next. */
  hear(told?: TurnMessage): Promise<unknown>
  readonly exited: Promise<unknown>
  /** Ends it, whatever it does. */
  kill(): void
}

/** Starts a file of this folder. Each answer has so long as `timeoutMs`. */
export function startChild(path: string, { args, execArgv = [], timeoutMs }: ChildOptions): MeasuringChild {
  const child = fork(path, args, { execArgv: [...execArgv], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2_000)))
  const exited = once(child, 'exit')
  const kill = (): void => void child.kill('SIGKILL')
  return {
    exited,
    kill,
    async hear(told) {
      const timer = setTimeout(kill, timeoutMs)
      try {
        const heard = once(child, 'message')
        if (told !== undefined) child.send(told)
        const [said] = (await Promise.race([heard, exited.then(() => [undefined])])) as unknown[]
        if (said === undefined) throw new Error(`${path} said nothing: ${errors}`)
        return said
      } finally {
        clearTimeout(timer)
      }
    }
  }
}

/** Starts a file of this folder and gives the first thing that it says. It is gone afterwards. */
export async function runChild(path: string, options: ChildOptions): Promise<unknown> {
  const child = startChild(path, options)
  try {
    const said = await child.hear()
    await child.exited
    return said
  } finally {
    child.kill()
  }
}

export interface HttpServerProcess {
  readonly port: number
  close(): Promise<void>
}

/** The server of all HTTP cases, in a process of its own. */
export async function startHttpServer(path: string, floodBytes: number): Promise<HttpServerProcess> {
  const child: ChildProcess = fork(path, [String(floodBytes)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[]
  const port = (said as { readonly port?: number } | null)?.port
  if (port === undefined) throw new Error('the server did not start')
  return {
    port,
    async close() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    }
  }
}
