import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { WORKSPACE } from '../workspace/read-members.ts'
import { PLANTED_BUGS, plantBug } from './planted-bugs.ts'
import { watchWorker } from './watch-worker.ts'

const FOUNDATION = join(WORKSPACE, 'packages/mcp-foundation')
const ORDER = { start: 0, stopAtFirst: true, foundation: FOUNDATION, testkit: join(WORKSPACE, 'packages/testkit') }

describe('hostile messages', () => {
  it.each([['stdio', 1_000], ['http', 1_000], ['sse', 1_000], ['snapshot', 500], ['socket', 40], ['process', 3]] as const)('break no rule of %s', async (codec, count) => {
    const seed = randomInt(2 ** 31)
    console.log(`fuzz ${codec}: seed ${seed}`)
    const totals = await watchWorker({ ...ORDER, codec, seed, count })
    expect(totals.faults).toEqual([])
    expect(totals.done).toBe(count)
    if (count >= 1_000) expect(totals.stillMessages).toBeGreaterThan(0.3 * count)
  })
})

describe('the fuzzer', () => {
  it.each(PLANTED_BUGS)('finds that $name', async (bug) => {
    using planted = plantBug(FOUNDATION, bug)
    const { faults } = await watchWorker({ ...ORDER, codec: bug.codec, seed: 1, count: 10_000, foundation: planted.folder, hangMs: 10_000 })
    expect(bug.rules).toContain(faults[0]?.rule.split(' ')[0])
  })

  it('says so when a bug cannot be planted', () => {
    const [bug] = PLANTED_BUGS
    expect(() => plantBug(FOUNDATION, { ...bug as (typeof PLANTED_BUGS)[number], find: 'nowhere in the source' })).toThrow(/exactly once/)
  })

  it('makes the same mutants of the same seed, and others of another', async () => {
    const mutantOf = async (seed: number): Promise<string> => (await watchWorker({ ...ORDER, codec: 'http', seed, count: 1, start: 7 })).mutant
    const [first, again, other] = await Promise.all([mutantOf(1), mutantOf(1), mutantOf(2)])
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })
})
