import { deviations, answering, expectCode, closeBeforeAnswer, LEGACY, tool } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { openService } from '../__fixtures__/open-service.ts'

const CHANGED = { tools: [tool('t', { description: 'Changed.' })] }

/** A clock that a test moves. */
function handClock(): { now: () => number; pass: (milliseconds: number) => void } {
  let time = 1_000_000
  return { now: () => time, pass: (milliseconds) => void (time += milliseconds) }
}

describe('a comparison', () => {
  it('holds for its time: warm calls are one message each', async () => {
    const clock = handClock()
    const stage = await openService({ clock, verifiedForMs: 10_000 })
    await stage.call('t')
    const [lists, asked] = [stage.server.count('tools/list'), stage.egress.requests.length]
    clock.pass(9_999)
    for (let round = 0; round < 5; round += 1) await stage.call('t')
    expect([stage.server.count('tools/list') - lists, stage.egress.requests.length - asked]).toEqual([0, 5])
  })

  it('is made again after its time, before the next call: a server that drifted is not called', async () => {
    const clock = handClock()
    const stage = await openService({ clock, verifiedForMs: 10_000 })
    await stage.call('t')
    stage.server.become(CHANGED)
    clock.pass(10_000)
    const calls = stage.server.count('tools/call')
    await expectCode(stage.call('t'), 'snapshot_mismatch')
    await expectCode(stage.call('t'), 'snapshot_mismatch')
    expect(stage.server.count('tools/call')).toBe(calls)
  })

  it('is made before the first call: a server that drifted since it was prepared is not called', async () => {
    const stage = await openService()
    stage.server.become(CHANGED)
    await expectCode(stage.call('t'), 'snapshot_mismatch')
    expect(stage.server.count('tools/call')).toBe(0)
  })

  it('ends with a call that failed', async () => {
    const stage = await openService({}, answering('tools/call', closeBeforeAnswer(), 1))
    await expectCode(stage.call('t'), 'outcome_unknown')
    stage.server.become(CHANGED)
    await expectCode(stage.call('t'), 'snapshot_mismatch')
    expect(stage.server.count('tools/call')).toBe(1)
  })

  it('ends with the word of the server that its tools changed', async () => {
    const stage = await openService({}, { protocolVersions: LEGACY, respondWith: 'sse' })
    await stage.call('t')
    const notification = { message: '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}' }
    stage.server.become(answering('tools/call', { sse: true, steps: [notification, { message: '{{good}}' }] }, 2))
    await stage.call('t')
    stage.server.become(CHANGED)
    await expectCode(stage.call('t'), 'snapshot_mismatch')
    expect(stage.server.count('tools/call')).toBe(2)
  })

  it('makes a tool that appears later available to nobody', async () => {
    const clock = handClock()
    const stage = await openService({ clock })
    await stage.call('t')
    stage.server.become({ tools: [tool('t'), tool('later')] })
    expect(() => stage.service.describe('later', { seed: 's', policyVersion: '1' })).toThrow()
    expect(stage.service.facts.operations.map(({ operationRef }) => operationRef)).toEqual(['sample.op_0'])
    clock.pass(10_000)
    await expectCode(stage.call('t'), 'snapshot_mismatch')
  })
})

describe('a connection', () => {
  it('is shared by calls that come together', async () => {
    const stage = await openService({}, { protocolVersions: LEGACY, session: true })
    const sessions = stage.server.count('initialize')
    await Promise.all(Array.from({ length: 8 }, () => stage.call('t')))
    expect(stage.server.count('initialize') - sessions).toBe(1)
  })

  it('that is retired ends after its last call: its session is deleted', async () => {
    const clock = handClock()
    const stage = await openService({ clock }, { protocolVersions: LEGACY, session: true })
    await stage.call('t')
    const ended = stage.server.count('DELETE')
    clock.pass(10_000)
    await stage.call('t')
    await stage.server.received('DELETE', ended + 1)
    await stage.service.close()
    expect(stage.server.count('DELETE')).toBe(ended + 2)
  })

  it('without a call ends with its time', async () => {
    const stage = await openService({ verifiedForMs: 50 }, { protocolVersions: LEGACY, session: true })
    const ended = stage.server.count('DELETE')
    await stage.call('t')
    await stage.server.received('DELETE', ended + 1)
    expect(stage.server.count('DELETE')).toBe(ended + 1)
  })

  it('ends with the service, and with it what runs', async () => {
    const stage = await openService({}, deviations.silence())
    const calling = expectCode(stage.call('t'), 'outcome_unknown')
    await stage.server.received('tools/call')
    await stage.service.close()
    expect((await calling).details).toEqual({ because: 'connection_closed' })
    await stage.service.close()
    await expectCode(stage.call('t'), 'connection_closed')
    expect(stage.secrets.open).toBe(0)
  })

  it('that is still being compared ends with the service, too', async () => {
    const stage = await openService({}, { protocolVersions: LEGACY, session: true })
    stage.server.become(answering('tools/list', { steps: [{ until: 'go' }, { message: '{{good}}' }] }))
    const [lists, ended] = [stage.server.count('tools/list'), stage.server.count('DELETE')]
    const calling = expectCode(stage.call('t'), 'connection_closed')
    await stage.server.received('tools/list', lists + 1)
    await stage.service.close()
    await calling
    expect([stage.server.count('DELETE') - ended, stage.server.count('tools/call'), stage.secrets.open]).toEqual([1, 0, 0])
  })

  it('that nobody waits for any more is kept for the next call', async () => {
    const stage = await openService()
    stage.server.become(answering('tools/list', { steps: [{ until: 'go' }, { message: '{{good}}' }] }))
    const lists = stage.server.count('tools/list')
    const caller = new AbortController()
    const cancelled = expectCode(stage.call('t', {}, { signal: caller.signal }), 'cancelled')
    await stage.server.received('tools/list', lists + 1)
    caller.abort()
    await cancelled
    expect((await expectCode(stage.call('t', {}, { deadlineMs: 20 }), 'deadline_exceeded')).details).toEqual({ bound: 'callDeadlineMs', limit: 20 })
    expect(stage.server.count('tools/call')).toBe(0)
    const next = stage.call('t')
    stage.server.release('go')
    expect(await next).toMatchObject({ trust: 'untrusted' })
    expect(stage.server.count('tools/list')).toBe(lists + 1)
  })
})
