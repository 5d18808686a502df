/**
 * `pnpm fuzz [--codec stdio|http|sse|snapshot|socket|process]… [--count N] [--seed N] [--start N] [--stop-at-first] [--foundation FOLDER]`:
 * hostile messages against the client, with a line of figures per codec. The seed is printed; seed and number of a
 * mutant make it again.
 */
import { randomInt } from 'node:crypto'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { WORKSPACE } from '../workspace/read-members.ts'
import { CODECS } from './fuzz-order.ts'
import type { CodecName, CodecTotals } from './fuzz-order.ts'
import { watchWorker } from './watch-worker.ts'

const LEAST_MESSAGES = 0.3
/** Over a whole run, whatever its length. */
const MOST_HEAP_GROWTH = 16 * 1024 * 1024

const { values } = parseArgs({
  options: {
    codec: { type: 'string', multiple: true, default: Object.keys(CODECS) },
    count: { type: 'string' },
    seed: { type: 'string' },
    start: { type: 'string', default: '0' },
    'stop-at-first': { type: 'boolean', default: false },
    foundation: { type: 'string', default: join(WORKSPACE, 'packages/mcp-foundation') }
  }
})
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed)
const start = Number(values.start)
const codecs = values.codec.filter((name): name is CodecName => Object.hasOwn(CODECS, name))
if (![seed, start, Number(values.count ?? 1)].every(Number.isSafeInteger) || Number(values.count ?? 1) < 1 || codecs.length !== values.codec.length) {
  throw new TypeError('the options of fuzz are --codec stdio|http|sse|snapshot|socket|process, --seed N, --count N and --start N')
}

console.log(`fuzz: seed ${seed}`)
let failed = 0
for (const codec of codecs) {
  const count = values.count === undefined ? CODECS[codec] : Number(values.count)
  const totals = await watchWorker({
    codec, seed, start, count, stopAtFirst: values['stop-at-first'], foundation: resolve(values.foundation),
    testkit: join(WORKSPACE, 'packages/testkit')
  })
  const faults = [...totals.faults.map(({ index, rule, about }) => `mutant ${index} ${about}: ${rule}`), ...judgeTotals(totals)]
  console.log(describe(codec, totals, faults.length))
  for (const fault of faults.slice(0, 5)) console.log(`  FAULT ${fault.split('\n').slice(0, 4).join('\n  ')}`)
  if (totals.faults.length > 0) console.log(`  again: pnpm fuzz --codec ${codec} --seed ${seed} --start ${totals.faults[0]?.index} --count 1`)
  if (count === 1) console.log(`  ${JSON.stringify(totals.mutant)}`)
  failed += faults.length
}
if (failed > 0) process.exitCode = 1

function judgeTotals({ done, stillMessages, heapGrowth, faults }: CodecTotals): readonly string[] {
  const found: string[] = []
  if (faults.length === 0 && done >= 1_000 && stillMessages < done * LEAST_MESSAGES) found.push('too few mutants are still messages')
  if (heapGrowth > MOST_HEAP_GROWTH) found.push('the heap grows')
  return found
}

function describe(codec: string, totals: CodecTotals, faults: number): string {
  const { done, stillMessages, codes, slowestMs, slowest, heapGrowth, seconds } = totals
  const share = (part: number): string => `${((100 * part) / Math.max(1, done)).toFixed(1)} %`
  const top = Object.entries(codes).toSorted(([, a], [, b]) => b - a).map(([code, times]) => `${code} ${times}`).join(', ')
  return (
    `${codec}: ${done} mutants, ${share(stillMessages)} still messages, ${share(codes['accepted'] ?? 0)} accepted, ${faults} faults, ` +
    `slowest ${slowestMs.toFixed(1)} ms (mutant ${slowest}), heap ${(heapGrowth / 2 ** 20).toFixed(1)} MiB, ${seconds.toFixed(1)} s\n  ${top}`
  )
}
