import type { Session } from '../peers/session.ts'
import { median, percentile } from '../report/median.ts'
import type { Figures, Goes, Order } from './order.ts'
import { peakMiB, spend } from './spend.ts'

const HELLO = { text: 'hello' }

/**
 * Small calls, one after the other or several at a time: what a long-running host pays. What the first ones cost more, every
 * client's code being new to the engine, is told by the cases of a fresh process.
 */
export async function openCalls(session: Session, { count, concurrency }: Order): Promise<Goes> {
  await session.list()
  await callMany(session, count * WARM_UP, concurrency)
  const times: number[] = []
  let [cpu, wall] = [0, 0]
  return {
    async go(share) {
      await callMany(session, share * UP_TO_SPEED, concurrency)
      const { cpuMs, wallMs } = await spend(() => callMany(session, share, concurrency, times))
      cpu += cpuMs
      wall += wallMs
    },
    async finish() {
      await session.close()
      return { ...ratesOf(cpu, wall, times.length), p50Ms: median(times), p99Ms: percentile(times, 0.99) }
    }
  }
}

export function ratesOf(cpuMs: number, wallMs: number, count: number): Figures {
  return { cpuSecondsPer10k: ((cpuMs / 1_000) * 10_000) / count, callsPerSecond: (count * 1_000) / wallMs }
}

/** Calls before all measured ones, in measured ones: the engine is through with what it compiles after some ten thousand. */
export const WARM_UP = 2

/** Unmeasured calls before each go, in measured ones: while the others went, memory was given back and caches are theirs. */
export const UP_TO_SPEED = 0.5

/** `count` calls, `concurrency` at a time. The time of each is added to `times`. */
export async function callMany(session: Session, count: number, concurrency: number, times: number[] = []): Promise<void> {
  let started = 0
  const walk = async (): Promise<void> => {
    while (started < count) {
      started += 1
      const from = performance.now()
      await session.call('echo', HELLO)
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, walk))
}

/** One large result after the other: the memory is that of all of them. */
export async function measureLarge(session: Session, { count, tool }: Order): Promise<Figures> {
  await session.list()
  await callMany(session, 20, 1)
  const base = peakMiB()
  const spent = []
  for (let round = 0; round < count; round += 1) spent.push(await spend(() => session.call(tool, HELLO)))
  return {
    cpuMs: median(spent.map(({ cpuMs }) => cpuMs)),
    wallMs: median(spent.map(({ wallMs }) => wallMs)),
    peakOverBaseMiB: peakMiB() - base
  }
}

/** A result that never ends in time. Whoever takes it all is shown with what that took. */
export async function measureFlood(session: Session): Promise<Figures> {
  await session.list()
  await callMany(session, 20, 1)
  const base = peakMiB()
  const refused = await session.call('flood', HELLO).then(() => 0, (error: unknown) => Number(isBound(error)))
  return { peakOverBaseMiB: peakMiB() - base, refused }
}

function isBound(error: unknown): boolean {
  const { code, cause } = error as { readonly code?: string; readonly cause?: { readonly code?: string } }
  return [code, cause?.code].some((one) => one === 'bound_exceeded' || one === 'result_too_large')
}
