/** Runs one codec in a thread under a watchdog: what does not come back within its time is a fault with a number. */
import { Worker } from 'node:worker_threads'
import type { CodecTotals, FuzzOrder } from './fuzz-order.ts'

/** Longer than the three steps of a case together, each of which has a deadline of 10 s. */
const HANG_MS = 35_000

/** @param hangMs how long one mutant may take, default 35 000 */
export async function watchWorker({ hangMs = HANG_MS, ...order }: Omit<FuzzOrder, 'progress'> & { readonly hangMs?: number }): Promise<CodecTotals> {
  const progress = new SharedArrayBuffer(4)
  const at = new Int32Array(progress).fill(order.start - 1)
  const worker = new Worker(new URL('./fuzz-worker.ts', import.meta.url), { execArgv: ['-C', '@b10x/source'], workerData: { ...order, progress } })
  let seen = order.start - 1
  let timer: ReturnType<typeof setInterval> | undefined
  try {
    return await new Promise<CodecTotals>((resolve, reject) => {
      timer = setInterval(() => {
        const now = Atomics.load(at, 0)
        if (now === seen) resolve(hung(now, `hang over ${hangMs} ms`))
        seen = now
      }, hangMs)
      worker.once('message', resolve)
      worker.once('error', (error) => resolve(hung(Atomics.load(at, 0), `crash ${error instanceof Error ? (error.stack ?? '') : String(error)}`)))
      worker.once('exit', (code) => reject(new Error(`the thread ended with ${code} at mutant ${Atomics.load(at, 0)}`)))
    })
  } finally {
    clearInterval(timer)
    await worker.terminate()
  }
}

function hung(index: number, rule: string): CodecTotals {
  const faults = [{ index, rule, about: '' }]
  return { done: 0, stillMessages: 0, codes: {}, faults, slowestMs: Infinity, slowest: index, heapGrowth: 0, seconds: 0, mutant: '' }
}
