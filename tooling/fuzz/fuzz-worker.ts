/** The thread that runs the mutants of one codec. It says which one it is at before each, so that a hang has a number. */
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { clientCodec } from './client-codec.ts'
import type { Codec } from './codec.ts'
import { peerCodec } from './peer-codec.ts'
import { loadFoundation, loadTestkit } from './foundation-under-test.ts'
import { readGoldens } from './golden-cases.ts'
import type { CodecTotals, Fault, FuzzOrder } from './fuzz-order.ts'
import { snapshotCodec } from './snapshot-codec.ts'

const HEAP_EVERY = 5_000
const MAX_FAULTS = 20

const order = workerData as FuzzOrder
const at = new Int32Array(order.progress)
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What a member named `__proto__` or `constructor` could reach. */
const builtIns = (): number => [Object, Array, Function, String, Number].reduce((sum, { prototype }) => sum + Reflect.ownKeys(prototype).length, 0)
const BUILT_INS = builtIns()

const rejections: unknown[] = []
process.on('unhandledRejection', (reason) => rejections.push(reason))

const codec = await makeCodec()
const totals = await run(codec)
await codec.end?.()
parentPort?.postMessage(totals)

async function makeCodec(): Promise<Codec> {
  const foundation = await loadFoundation(order.foundation)
  const goldens = readGoldens(join(order.testkit, 'wire'))
  if (order.codec === 'snapshot') return snapshotCodec(foundation, goldens)
  if (order.codec === 'stdio' || order.codec === 'http' || order.codec === 'sse') return clientCodec(order.codec, foundation, goldens)
  return peerCodec(order.codec, foundation, goldens, await loadTestkit(order.testkit))
}

async function run({ run: runCase }: Codec): Promise<CodecTotals> {
  const { seed, start, count } = order
  const faults: Fault[] = []
  const codes: Record<string, number> = {}
  let done = 0
  let stillMessages = 0
  let slowestMs = 0
  let slowest = start
  let firstHeap = 0
  let lastHeap = 0
  let mutant = ''
  const began = performance.now()
  for (let index = start; index < start + count && faults.length < MAX_FAULTS; index += 1) {
    Atomics.store(at, 0, index)
    const before = performance.now()
    const report = await runCase(seed, index)
    const took = performance.now() - before
    if (took > slowestMs) [slowestMs, slowest] = [took, index]
    done += 1
    codes[report.code] = (codes[report.code] ?? 0) + 1
    if (report.stillMessage) stillMessages += 1
    if (report.fault !== null) faults.push({ index, rule: report.fault, about: report.about })
    if (count === 1) mutant = report.mutant.toString('latin1')
    if (done % 64 === 0 || index === start + count - 1) await new Promise((resolve) => setImmediate(resolve))
    if (builtIns() !== BUILT_INS) faults.push({ index, rule: 'prototype_changed', about: report.about })
    for (const reason of rejections.splice(0)) {
      faults.push({ index, rule: `unhandled_rejection (at or up to 64 before) ${reason instanceof Error ? (reason.stack ?? '') : String(reason)}`, about: report.about })
    }
    if (done % HEAP_EVERY === 0) {
      collectGarbage()
      lastHeap = process.memoryUsage().heapUsed
      if (firstHeap === 0) firstHeap = lastHeap
    }
    if (order.stopAtFirst && faults.length > 0) break
  }
  return { done, stillMessages, codes, faults, slowestMs, slowest, heapGrowth: lastHeap - firstHeap, seconds: (performance.now() - began) / 1_000, mutant }
}
