// A process of its own: one MCP server over HTTP on loopback, ours or somebody else's. Says its port, then for every message
// what it spent so far, and ends with its parent.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { liveHeapMiB } from '../cases/spend.ts'
import { ECHO, makeTools } from './corpus.ts'
import { KEPT_ALIVE_MS } from '../take-turns.ts'
import { findServed, type Load, type ServedName } from './serve-tools.ts'

/** What the process is started with, as JSON. */
export interface ServingOrder {
  readonly served: ServedName
  readonly tools: number
  /** A module that exports `load`. */
  readonly load: string
}

export interface ServingUsage {
  readonly cpuMs: number
  /** What is alive after a full collection, for those that ask for `heap`. */
  readonly liveMiB: number | null
}

const order = JSON.parse(process.argv[2] ?? '') as ServingOrder
const { load } = (await import(order.load)) as { readonly load: Load }
const handle = await findServed(order.served)([ECHO, ...makeTools(order.tools - 1)], load)
const server = createServer({ keepAliveTimeout: KEPT_ALIVE_MS }, handle)
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('message', (asked) => void tell(asked === 'heap'))
process.on('disconnect', () => process.exit())

async function tell(heap: boolean): Promise<void> {
  const { user, system } = process.cpuUsage()
  const usage: ServingUsage = { cpuMs: (user + system) / 1_000, liveMiB: heap ? await liveHeapMiB() : null }
  process.send?.(usage)
}
