import { join } from 'node:path'
import { takesTurns, type Figures, type Order, type Subject } from './cases/order.ts'
import { CASES, type BenchCase } from './list-cases.ts'
import type { Target } from './peers/session.ts'
import type { Measurements } from './report/measurements.ts'
import { runChild, startChild, startHttpServer, type ChildOptions } from './run-child.ts'
import { asError, rotate, takeTurns } from './take-turns.ts'

const HERE = import.meta.dirname
const MEASURE = join(HERE, 'cases/measure-process.ts')
const MIB = 1024 * 1024
const CHILD_TIMEOUT_MS = 180_000

export interface RunOptions {
  readonly rounds: number
  readonly quick: boolean
  /** Names of cases; all when empty. */
  readonly only: readonly string[]
  /** Folder of our installed packages. */
  readonly ours: string
  /** Folder of our harness and what it needs. */
  readonly harness: string
  /** Folder of the other clients. */
  readonly peers: string
}

/**
 * Each case and client in a process of its own, clients in another order each round. What costs by the call is measured in
 * turns. A client that fails is told of.
 */
export async function runCases(options: RunOptions, into: Measurements, tell: (line: string) => void): Promise<void> {
  const server = await startHttpServer(join(HERE, 'server/http-process.ts'), (options.quick ? 16 : 64) * MIB)
  try {
    const cases = CASES.filter(({ name }) => options.only.length === 0 || options.only.includes(name))
    const most = Math.max(0, ...cases.map(({ rounds }) => rounds ?? options.rounds))
    for (let round = 0; round < most; round += 1) {
      for (const one of cases) {
        if (round >= Math.min(one.rounds ?? options.rounds, options.rounds)) continue
        const orders = rotate(one.subjects, round).map((subject) => orderOf(one, subject, server.port, options))
        const note = ({ peer: subject }: Order, figures: Figures | Error): void => {
          if (!(figures instanceof Error)) return into.add(one.name, subject, figures)
          into.fail(one.name, subject)
          tell(`${one.name} ${subject} failed: ${figures.message}`)
        }
        if (takesTurns(one.measure)) await takeTurns(orders, (order) => startChild(MEASURE, childOf(order)), note)
        else for (const order of orders) note(order, await measure(order).catch(asError))
        tell(`round ${round + 1} of ${most}: ${one.name}`)
      }
    }
  } finally {
    await server.close()
  }
}

async function measure(order: Order): Promise<Figures> {
  return (await runChild(MEASURE, childOf(order))) as Figures
}

function childOf(order: Order): ChildOptions {
  return { args: [JSON.stringify(order)], execArgv: order.measure === 'refresh' ? ['--expose-gc'] : [], timeoutMs: CHILD_TIMEOUT_MS }
}

function orderOf(one: BenchCase, peer: Subject, port: number, { quick, ours, harness, peers }: RunOptions): Order {
  const target: Target = one.server === 'stdio'
    ? { kind: 'stdio', args: [join(HERE, 'server/stdio-process.ts')] }
    : { kind: 'http', url: `http://127.0.0.1:${port}/${one.server}/${one.set}` }
  const full = peer === 'ours' ? one.count : (one.peerCount ?? one.count)
  return {
    measure: one.measure,
    peer,
    target,
    loadOurs: join(ours, 'load.mjs'),
    loadHarness: join(harness, 'load.mjs'),
    loadPeers: join(peers, 'load.mjs'),
    count: quick ? one.quickCount : full,
    concurrency: one.concurrency,
    tool: one.tool
  }
}
