// The order of things where reconnecting and closing meet: with clients that only tell when they were closed.
import type { McpClient, ToolSnapshot } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import { expectCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import type { Dialled } from './dial.ts'
import { keepConnection } from './keep-connection.ts'
import type { Redial } from './keep-connection.ts'

/** A client that was dialled, and whether it was closed. */
interface Fake extends Dialled {
  closed(): number
}

function fake(digest: string): Fake {
  let closes = 0
  const client = { close: () => Promise.resolve(void (closes += 1)) } as McpClient
  return { client, snapshot: { digest, protocolVersion: '2025-11-25', tools: [], server: null, capabilities: null, instructions: null } as unknown as ToolSnapshot, closed: () => closes }
}

/** A redial that waits until the test answers it. */
function waiting() {
  let ask: (signal: AbortSignal) => void
  const asked = new Promise<AbortSignal>((resolve) => (ask = resolve))
  let answer = { resolve: (_dialled: Dialled): void => {}, reject: (_error: unknown): void => {} }
  const answered = new Promise<Dialled>((resolve, reject) => (answer = { resolve, reject }))
  const redial: Redial = (signal) => {
    ask(signal)
    return answered
  }
  return { redial, asked, ...answer }
}

describe('reconnecting', () => {
  it('replaces the client, and closes the old one', async () => {
    const [first, second] = [fake('a'), fake('a')]
    const replaced: McpClient[] = []
    const kept = keepConnection(first, () => Promise.resolve(second), (client) => replaced.push(client))
    await kept.reconnect()
    expect(kept.client()).toBe(second.client)
    expect([first.closed(), second.closed()]).toEqual([1, 0])
    expect(replaced).toEqual([second.client])
    await kept.close()
    expect([first.closed(), second.closed() > 0]).toEqual([1, true])
  })

  it('ends everything on drift', async () => {
    const [first, second] = [fake('a'), fake('b')]
    const kept = keepConnection(first, () => Promise.resolve(second), () => {})
    await expectCode(kept.reconnect(), 'snapshot_mismatch')
    expect([first.closed() > 0, second.closed()]).toEqual([true, 1])
    await expectCode(kept.reconnect(), 'connection_closed')
  })

  it('ends everything when the revision is no longer spoken', async () => {
    const first = fake('a')
    const kept = keepConnection(first, () => Promise.reject(new GovernedError('protocol_revision_changed', { expected: '2025-11-25' })), () => {})
    await expectCode(kept.reconnect(), 'protocol_revision_changed')
    expect(first.closed()).toBeGreaterThan(0)
  })

  it('changes nothing when it fails otherwise', async () => {
    const [first, second] = [fake('a'), fake('a')]
    const answers = [() => Promise.reject(new GovernedError('endpoint_unreachable', { reason: 'refused' })), () => Promise.resolve(second)]
    const kept = keepConnection(first, () => (answers.shift() ?? (() => Promise.reject(new Error('asked too often'))))(), () => {})
    await expectCode(kept.reconnect(), 'endpoint_unreachable')
    expect([kept.client(), first.closed()]).toEqual([first.client, 0])
    await kept.reconnect()
    expect(kept.client()).toBe(second.client)
  })

  it('happens once for all who ask meanwhile', async () => {
    const { redial, resolve } = waiting()
    const second = fake('a')
    let dials = 0
    const kept = keepConnection(fake('a'), (signal) => ((dials += 1), redial(signal)), () => {})
    const both = [kept.reconnect(), kept.reconnect()]
    resolve(second)
    await Promise.all(both)
    expect(dials).toBe(1)
  })

  it('is ended by the signal that was given', async () => {
    const { redial, asked, reject } = waiting()
    const stop = new AbortController()
    const kept = keepConnection(fake('a'), redial, () => {})
    const reconnecting = kept.reconnect(stop.signal)
    const signal = await asked
    stop.abort()
    expect(signal.aborted).toBe(true)
    reject(new GovernedError('cancelled', {}))
    await expectCode(reconnecting, 'cancelled')
  })
})

describe('closing', () => {
  it('is idempotent, and refuses to reconnect afterwards', async () => {
    const first = fake('a')
    const kept = keepConnection(first, () => Promise.reject(new Error('never asked')), () => {})
    await Promise.all([kept.close(), kept.close()])
    await kept.close()
    expect(first.closed()).toBeGreaterThan(0)
    await expectCode(kept.reconnect(), 'connection_closed')
  })

  it('ends a connection that is just being made', async () => {
    const { redial, asked, reject } = waiting()
    const kept = keepConnection(fake('a'), redial, () => {})
    const reconnecting = expectCode(kept.reconnect(), 'connection_closed')
    const signal = await asked
    const closing = kept.close()
    expect(signal.aborted).toBe(true)
    reject(new GovernedError('cancelled', {}))
    await Promise.all([reconnecting, closing])
  })

  it('also closes one that came in the last moment, and waits for that', async () => {
    const { redial, asked, resolve } = waiting()
    const [first, second] = [fake('a'), fake('a')]
    const kept = keepConnection(first, redial, () => {})
    const reconnecting = expectCode(kept.reconnect(), 'connection_closed')
    await asked
    let isClosed = false
    const closing = kept.close().then(() => (isClosed = true))
    await new Promise(setImmediate)
    expect([first.closed() > 0, isClosed]).toEqual([true, false])
    resolve(second)
    await closing
    expect(second.closed()).toBe(1)
    await reconnecting
  })
})
