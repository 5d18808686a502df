// The parts of the bench that do not measure: a wrong median or a gate that cannot fail would be worse than no bench.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Figures, Order, Subject } from './cases/order.ts'
import { CASES } from './list-cases.ts'
import { GATES, type Gate } from './list-gates.ts'
import { listInstalled } from './list-installed.ts'
import { judgeGate, ratioTo } from './report/judge-gates.ts'
import { createMeasurements, type Measurements } from './report/measurements.ts'
import { median, percentile } from './report/median.ts'
import { formatNumber, renderGates, renderTable } from './report/render-table.ts'
import { describeMachine, readComparable, renderComparison, type ResultsFile } from './report/results-file.ts'
import { answer } from './server/answers.ts'
import { makeTextJson, makeTools } from './server/corpus.ts'
import { rotate, takeTurns } from './take-turns.ts'

function measuredAs(figure: string, values: Partial<Record<Subject, readonly number[]>>): Measurements {
  const measured = createMeasurements()
  for (const [subject, all] of Object.entries(values)) {
    for (const value of all) measured.add('json', subject as Subject, { [figure]: value })
  }
  return measured
}

const RATE: Gate = { id: 'P2', case: 'json', figure: 'callsPerSecond', per: 'best', atLeast: 2 }
const COST: Gate = { id: 'P2', case: 'json', figure: 'cpuMs', per: 'best', atMost: 0.5 }

describe('medians', () => {
  test.each([
    [[5], 5],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 100], 10]
  ])('of %j', (values, expected) => expect(median(values)).toBe(expected))

  it('of nothing do not exist', () => {
    expect(() => median([])).toThrow(RangeError)
    expect(() => percentile([], 0.5)).toThrow(RangeError)
  })

  it('have as many values below as above', () => {
    fc.assert(fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
      const middle = median(values)
      expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(values.length / 2)
      expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(values.length / 2)
    }))
  })

  it('stand beside percentiles', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect([0, 0.5, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([1, 50, 99, 100])
  })
})

describe('a gate', () => {
  it('compares a cost with the cheapest of the clients that others released', () => {
    const measured = measuredAs('cpuMs', { 'ours': [3, 1, 2], 'raw': [1], 'ours-legacy': [1], 'sdk1': [8], 'ai-sdk': [4] })
    expect(judgeGate(COST, measured)).toEqual({ gate: COST, value: 0.5, holds: true })
    expect(judgeGate({ ...COST, atMost: 0.49 }, measured).holds).toBe(false)
  })

  it('compares a rate with the fastest', () => {
    const measured = measuredAs('callsPerSecond', { 'ours': [90], 'raw': [900], 'sdk1': [30], 'sdk2-legacy': [50] })
    expect(judgeGate(RATE, measured)).toMatchObject({ value: 1.8, holds: false })
    expect(judgeGate({ ...RATE, atLeast: 1.8 }, measured).holds).toBe(true)
  })

  it('does not hold where something was not measured, or failed in one round', () => {
    expect(judgeGate(COST, measuredAs('cpuMs', { ours: [1] }))).toMatchObject({ value: null, holds: false })
    expect(judgeGate(COST, measuredAs('cpuMs', { sdk1: [1] }))).toMatchObject({ value: null, holds: false })
    const failed = measuredAs('cpuMs', { ours: [1], sdk1: [9] })
    failed.fail('json', 'ours')
    expect(judgeGate(COST, failed)).toMatchObject({ value: null, holds: false })
    expect(judgeGate({ ...COST, per: 'nothing', atMost: 5 }, failed).holds).toBe(false)
  })

  it('may ask for ours alone, whatever the sign', () => {
    const alone: Gate = { id: 'P12', case: 'json', figure: 'heapGrowthMiB', per: 'nothing', atMost: 1 }
    expect(judgeGate(alone, measuredAs('heapGrowthMiB', { ours: [-0.2] }))).toMatchObject({ value: -0.2, holds: true })
    expect(judgeGate(alone, measuredAs('heapGrowthMiB', { ours: [1.01] })).holds).toBe(false)
  })

  it('has no ratio to nothing', () => expect(ratioTo('raw', 'json', 'cpuMs', measuredAs('cpuMs', { ours: [1], raw: [0] }))).toBeNull())
})

describe('the list of gates', () => {
  it('covers the targets of a client, of the harness, of services and of the server', () => {
    expect([...new Set(GATES.map(({ id }) => id))]).toEqual(
      ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P10', 'P11', 'P12', 'P13', 'P14', 'P15', 'G1', 'G2', 'C1', 'C2']
    )
  })

  it('has one limit each, and a case that measures ours and what it is divided by', () => {
    for (const gate of GATES) {
      expect([gate.atMost, gate.atLeast].filter((limit) => limit !== undefined)).toHaveLength(1)
      if (gate.case === 'import' || gate.case === 'install') continue
      const subjects = CASES.find(({ name }) => name === gate.case)?.subjects ?? []
      expect(subjects).toContain('ours')
      if (gate.per !== 'nothing') expect(subjects).toContain(gate.per === 'best' ? 'sdk1' : gate.per)
    }
  })
})

describe('a table', () => {
  const measured = measuredAs('cpuMs', { ours: [2], raw: [4], sdk1: [10] })

  it('has a row per figure, with ratios and what the gates say', () => {
    expect(renderTable(measured, [COST, { ...COST, id: 'P9', per: 'raw', atMost: 0.1 }]).split('\n').slice(2)).toEqual([
      '| json | cpuMs | 2 | - | 4 | 10 | - | - | - | - | 0.5 | 0.2 | P2 <= 0.5 x best peer (0.2); P9 <= 0.1 x raw (0.5) | yes; **NO** |'
    ])
    expect(renderGates(measured, [COST]).split('\n')[2]).toBe('| P2 | json cpuMs | best peer | <= 0.5 | 0.2 | yes |')
  })

  test.each([[null, '-'], [12, '12'], [1_234.5, '1235'], [0.123_45, '0.123'], [99.96, '100'], [-0.5, '-0.5'], [0, '0']])(
    'writes %s as %s', (value, text) => expect(formatNumber(value)).toBe(text)
  )
})

describe('a results file', () => {
  const machine = describeMachine()
  const file: ResultsFile = {
    format: 'b10x-bench-1', machine, measured: '2026-01-01', rounds: 1, quick: false, values: measuredAs('cpuMs', { ours: [1], sdk1: [4] }).values
  }

  it('of this machine is compared', () => {
    const before = readComparable(JSON.stringify(file), machine, false)
    const rows = renderComparison(before, measuredAs('cpuMs', { ours: [2], sdk1: [4] }), [COST]).split('\n')
    expect(rows[2]).toBe('| P2 | json cpuMs | 0.25 | 0.5 | 100 % |')
  })

  it.each([
    ['another machine', { ...file, machine: { ...machine, fingerprint: '0' } }],
    ['a quick run', { ...file, quick: true }],
    ['another format', { ...file, format: 'x' }]
  ])('of %s is refused', (_title, other) => expect(() => readComparable(JSON.stringify(other), machine, false)).toThrow())

  it('tells neither the name of the machine nor changes by itself', () => {
    expect(machine.fingerprint).toMatch(/^[0-9a-f]{16}$/)
    expect(describeMachine()).toEqual(machine)
  })
})

describe('what an installed package brings', () => {
  const lock = {
    packages: {
      'node_modules/a': { dependencies: { b: '1' }, peerDependencies: { p: '1', o: '1' }, peerDependenciesMeta: { o: { optional: true } } },
      'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
      'node_modules/b': {}, 'node_modules/c': { dependencies: { a: '1', gone: '1' } }, 'node_modules/p': {}, 'node_modules/o': {}
    }
  }

  it('is found as Node would find it, once', () => {
    expect(listInstalled(lock, 'a').toSorted()).toEqual(['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c', 'node_modules/p'])
    expect(() => listInstalled(lock, 'absent')).toThrow()
  })
})

describe('the measured servers', () => {
  it('offer a thousand different tools of about 1.4 KB', () => {
    const sizes = makeTools(1_000).map((tool) => JSON.stringify(tool).length)
    expect(median(sizes)).toBeGreaterThan(1_300)
    expect(median(sizes)).toBeLessThan(1_500)
    expect(new Set(makeTools(1_000).map(({ inputSchema }) => JSON.stringify(inputSchema))).size).toBe(1_000)
  })

  it('give all of them in twenty pages', () => {
    const names: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const text = answer({ id: 1, method: 'tools/list', params: cursor === '' ? {} : { cursor } }, 'thousand-20')
      const { result } = JSON.parse(text ?? '') as { result: { tools: { name: string }[]; nextCursor?: string } }
      expect(result.tools).toHaveLength(50)
      names.push(...result.tools.map(({ name }) => name))
      cursor = result.nextCursor
    }
    expect(new Set(names).size).toBe(1_000)
  })

  it('make texts as large on the wire as they say, and answer no notification', () => {
    const text = makeTextJson(100_000)
    expect(text.length).toBeGreaterThan(99_900)
    expect(text.length).toBeLessThan(100_003)
    expect(JSON.parse(text)).toContain('"quick"')
    expect(answer({ method: 'notifications/initialized' }, 'calls')).toBeNull()
  })
})

describe('taking turns', () => {
  const orderOf = (peer: Subject, count: number): Order => ({
    measure: 'calls', peer, target: { kind: 'http', url: '' }, loadOurs: '', loadHarness: '', loadPeers: '', count, concurrency: 1, tool: ''
  })

  /** Says what it was told; `failing` fails where it is asked for that many calls. */
  async function play(orders: readonly Order[], failing: Subject | null = null): Promise<{ told: string[]; noted: (readonly [Subject, Figures | string])[]; killed: Subject[] }> {
    const [told, noted, killed] = [[] as string[], [] as (readonly [Subject, Figures | string])[], [] as Subject[]]
    await takeTurns(orders, ({ peer }) => {
      let calls = 0
      return {
        exited: Promise.resolve(),
        kill: () => void killed.push(peer),
        async hear(message) {
          if (message === undefined) return told.push(`${peer} warm`)
          if (message.share === null) return { calls }
          if (peer === failing) throw new Error('broken')
          told.push(`${peer} ${message.share}`)
          calls += message.share
          return 'went'
        }
      }
    }, ({ peer }, figures) => noted.push([peer, figures instanceof Error ? figures.message : figures]))
    return { told, noted, killed }
  }

  it('goes round among all, once they are warm, until everybody made their calls', async () => {
    const { told, noted, killed } = await play([orderOf('ours', 25), orderOf('raw', 7)])
    expect(told.slice(0, 8)).toEqual(['ours warm', 'raw warm', 'ours 5', 'raw 1', 'ours 5', 'raw 1', 'ours 5', 'raw 2'])
    expect(noted).toEqual([['ours', { calls: 25 }], ['raw', { calls: 7 }]])
    expect(killed).toEqual(['ours', 'raw'])
  })

  it('goes on without one that fails', async () => {
    const { noted, killed } = await play([orderOf('ours', 20), orderOf('sdk1', 20)], 'sdk1')
    expect(noted).toEqual([['sdk1', 'broken'], ['ours', { calls: 20 }]])
    expect(killed).toContain('sdk1')
  })
})

test('clients take turns in starting, forwards and backwards', () => {
  expect([0, 1, 2, 3].map((round) => rotate(['a', 'b', 'c'], round).join(''))).toEqual(['abc', 'acb', 'cab', 'cba'])
})
