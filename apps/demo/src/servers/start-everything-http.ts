import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { programOf } from './program-of.ts'

/** A server that listens, and how to end it. */
export interface ListeningServer {
  readonly url: string
  stop(): Promise<void>
}

/** server-everything over Streamable HTTP, on a loopback port that the system chose. */
export async function startEverythingHttp(): Promise<ListeningServer> {
  const preload = fileURLToPath(new URL('./listen-on-loopback.mjs', import.meta.url))
  const program = programOf('@modelcontextprotocol/server-everything')
  const child = spawn(process.execPath, ['--import', preload, program, 'streamableHttp'], {
    stdio: ['ignore', 'ignore', 'pipe']
  })
  const exited = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exited
  }
  for await (const line of createInterface({ input: child.stderr })) {
    const port = /^listening-on-loopback (\d+)$/.exec(line)?.[1]
    if (port !== undefined) {
      child.stderr.resume()
      return { url: `http://127.0.0.1:${port}/mcp`, stop }
    }
  }
  await stop()
  throw new Error('server-everything did not start')
}
