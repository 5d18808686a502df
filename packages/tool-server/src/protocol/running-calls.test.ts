import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { hasCode } from '@b10x/ports/errors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunningCall } from './running-call.ts'
import { RunningCalls } from './running-calls.ts'

describe('calls with one timer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  /** What ended each call, and when. */
  function watch(call: RunningCall): { readonly codes: string[] } {
    const codes: string[] = []
    call.signal.addEventListener('abort', () => codes.push(hasCode(call.signal.reason, 'deadline_exceeded') ? `late ${performance.now()}` : call.signal.reason.code))
    return { codes }
  }

  it('have as long as each other, whenever they began', () => {
    const calls = new RunningCalls(100)
    const from = performance.now()
    const first = watch(calls.begin())
    vi.advanceTimersByTime(40)
    const second = watch(calls.begin())
    const third = watch(calls.begin())
    vi.advanceTimersByTime(59)
    expect(first.codes).toEqual([])
    vi.advanceTimersByTime(1)
    expect(first.codes).toEqual([`late ${from + 100}`])
    expect(second.codes).toEqual([])
    vi.advanceTimersByTime(40)
    expect([second.codes, third.codes]).toEqual([[`late ${from + 140}`], [`late ${from + 140}`]])
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([[[0]], [[1]], [[2]], [[0, 1]], [[1, 2]], [[2, 1]], [[0, 1, 2]]])('are not ended by the time of those that are over: %j', (ended) => {
    const calls = new RunningCalls(100)
    const running = [0, 1, 2].map(() => {
      const call = calls.begin()
      vi.advanceTimersByTime(10)
      return { call, seen: watch(call) }
    })
    for (const index of ended) calls.end(running[index]?.call as RunningCall)
    const later = watch(calls.begin())
    vi.advanceTimersByTime(200)
    expect(running.map(({ seen }) => seen.codes.length)).toEqual([0, 1, 2].map((index) => (ended.includes(index) ? 0 : 1)))
    expect(later.codes).toHaveLength(1)
  })

  it('are counted anew after all have ended', () => {
    const calls = new RunningCalls(100)
    calls.end(calls.begin())
    vi.advanceTimersByTime(60)
    const next = watch(calls.begin())
    vi.advanceTimersByTime(99)
    expect(next.codes).toEqual([])
    vi.advanceTimersByTime(1)
    expect(next.codes).toHaveLength(1)
  })

  it('are cancelled together, also those that leave on hearing it', () => {
    const calls = new RunningCalls(100)
    const running = [calls.begin(), calls.begin(), calls.begin()]
    const seen = running.map(watch)
    for (const call of running) call.signal.addEventListener('abort', () => calls.end(call))
    calls.cancelAll()
    expect(seen.map(({ codes }) => codes)).toEqual([['cancelled'], ['cancelled'], ['cancelled']])
    calls.cancelAll()
    expect(seen.map(({ codes }) => codes.length)).toEqual([1, 1, 1])
  })
})

describe('a process', () => {
  const here = JSON.stringify(new URL('running-calls.ts', import.meta.url).href)

  async function run(code: string): Promise<string> {
    const program = `const { RunningCalls } = await import(${here}); ${code}`
    const { stdout } = await promisify(execFile)(process.execPath, ['-C', '@b10x/source', '--input-type=module', '-e', program], { timeout: 60_000 })
    return stdout
  }

  it('waits for a call that runs, and for its end', async () => {
    const late = `process.on('exit', () => console.log(call.signal.reason?.code))`
    expect(await run(`const calls = new RunningCalls(50); calls.end(calls.begin()); const call = calls.begin(); ${late}`)).toBe('deadline_exceeded\n')
  })

  it('does not wait where none runs', async () => {
    expect(await run('const calls = new RunningCalls(2 ** 30); calls.end(calls.begin()); console.log("over")')).toBe('over\n')
  })
})
