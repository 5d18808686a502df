import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ServingOrder, ServingUsage } from '../server/serving-process.ts'

export interface Serving {
  readonly url: string
  /** What the process of the server spent so far, and with `heap` what is alive in it. */
  usage(heap?: 'heap'): Promise<ServingUsage>
  close(): Promise<void>
}

/** A server in a process of its own, whose time and memory are told apart from those of its caller. */
export async function startServing(order: ServingOrder): Promise<Serving> {
  const program = join(import.meta.dirname, '../server/serving-process.ts')
  const child = fork(program, [JSON.stringify(order)], { execArgv: ['--expose-gc'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = once(child, 'exit')
  const [said] = (await Promise.race([once(child, 'message'), exited])) as unknown[]
  const port = (said as { readonly port?: number } | null)?.port
  if (port === undefined) throw new Error(`the server ${order.served} did not start`)
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async usage(heap) {
      const answer = once(child, 'message')
      child.send(heap ?? 'cpu')
      return ((await answer) as [ServingUsage])[0]
    },
    async close() {
      child.disconnect()
      await exited
    }
  }
}
