import { callRaw, type Wire } from '../peers/raw-caller.ts'
import type { Load, Session } from '../peers/session.ts'
import type { ServedName } from '../server/serve-tools.ts'
import { UP_TO_SPEED, WARM_UP, callMany, ratesOf } from './measure-calls.ts'
import type { Figures, Goes, Order, Subject } from './order.ts'
import { startServing, type Serving } from './start-serving.ts'

const FEW_TOOLS = 10
const MANY_TOOLS = 1_000
/** The two servers take turns: what the machine does besides meets both. */
const TURNS = 10

/** Which server, and what is spoken with it. */
const SUBJECTS: Partial<Readonly<Record<Subject, { readonly served: ServedName; readonly wire: Wire }>>> = {
  'ours': { served: 'ours', wire: '2026-07-28' },
  'ours-legacy': { served: 'ours', wire: '2025-11-25' },
  'raw': { served: 'raw', wire: '2026-07-28' },
  'sdk1': { served: 'sdk1', wire: '2025-11-25' },
  'sdk2': { served: 'sdk2', wire: '2026-07-28' },
  'sdk2-legacy': { served: 'sdk2', wire: '2025-11-25' }
}

interface Running {
  readonly serving: Serving
  readonly session: Session
}

/** CPU of the server's process alone, once it is warm. */
export async function openServing(order: Order, load: Load): Promise<Goes> {
  const running = await startRunning(order, FEW_TOOLS, load)
  await callMany(running.session, order.count * WARM_UP, order.concurrency)
  let [cpu, wall, calls] = [0, 0, 0]
  return {
    async go(share) {
      await callMany(running.session, share * UP_TO_SPEED, order.concurrency)
      const from = performance.now()
      cpu += await spentBy(running, share, order.concurrency)
      wall += performance.now() - from
      calls += share
    },
    async finish() {
      await stopRunning(running)
      return ratesOf(cpu, wall, calls)
    }
  }
}

/** What a call costs the server that has a thousand tools, divided by what it costs the server that has one. */
export function measureServingFlat(order: Order, load: Load): Promise<Figures> {
  return withServing(order, 1, load, (one) => withServing(order, MANY_TOOLS, load, (many) => compare(one, many, order)))
}

async function compare(one: Running, many: Running, { count, concurrency }: Order): Promise<Figures> {
  for (const { session } of [one, many]) await callMany(session, Math.ceil(count / 2), concurrency)
  const share = Math.ceil(count / TURNS)
  let [ofOne, ofMany] = [0, 0]
  for (let turn = 0; turn < TURNS; turn += 1) {
    // Neither always follows the other.
    if (turn % 2 === 0) ofOne += await spentBy(one, share, concurrency)
    ofMany += await spentBy(many, share, concurrency)
    if (turn % 2 === 1) ofOne += await spentBy(one, share, concurrency)
  }
  return { cpuOf1000ToolsPer1: ofMany / ofOne }
}

/** What is alive in the server after very many calls, over what was alive after some. */
export function measureServingMemory(order: Order, load: Load): Promise<Figures> {
  return withServing(order, FEW_TOOLS, load, async ({ serving, session }) => {
    await callMany(session, Math.ceil(order.count / 10), order.concurrency)
    const { liveMiB: before } = await serving.usage('heap')
    await callMany(session, order.count, order.concurrency)
    const { liveMiB: after } = await serving.usage('heap')
    if (before === null || after === null) throw new Error('the server did not tell its heap')
    return { heapGrowthMiB: after - before }
  })
}

async function withServing(order: Order, tools: number, load: Load, use: (running: Running) => Promise<Figures>): Promise<Figures> {
  const running = await startRunning(order, tools, load)
  try {
    return await use(running)
  } finally {
    await stopRunning(running)
  }
}

async function startRunning(order: Order, tools: number, load: Load): Promise<Running> {
  const { served, wire } = subjectOf(order.peer)
  const serving = await startServing({ served, tools, load: served === 'ours' ? order.loadHarness : order.loadPeers })
  return { serving, session: await callRaw(serving.url, wire, load) }
}

async function stopRunning({ serving, session }: Running): Promise<void> {
  await session.close()
  await serving.close()
}

function subjectOf(peer: Subject): { readonly served: ServedName; readonly wire: Wire } {
  const found = SUBJECTS[peer]
  if (found === undefined) throw new Error(`${peer} serves nothing`)
  return found
}

async function spentBy({ serving, session }: Running, count: number, concurrency: number): Promise<number> {
  const before = await serving.usage()
  await callMany(session, count, concurrency)
  return (await serving.usage()).cpuMs - before.cpuMs
}
