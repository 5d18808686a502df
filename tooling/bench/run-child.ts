import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface ChildOptions {
  readonly args: readonly string[]
  readonly execArgv?: readonly string[]
  readonly timeoutMs: number
}

/** Starts a file of this folder and gives the first thing that it says. It is gone afterwards. */
export async function runChild(path: string, { args, execArgv = [], timeoutMs }: ChildOptions): Promise<unknown> {
  const child = fork(path, args, { execArgv: [...execArgv], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2_000)))
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const exited = once(child, 'exit')
  try {
    const [said] = (await Promise.race([once(child, 'message'), exited.then(() => [undefined])])) as unknown[]
    await exited
    if (said === undefined) throw new Error(`${path} said nothing: ${errors}`)
    return said
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
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
