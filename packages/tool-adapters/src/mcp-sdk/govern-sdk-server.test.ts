// Client and server are both of the SDK, and neither knows of us.
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { reviewServer } from '../__fixtures__/review-server.ts'
import { GENERATIONS, refusalOf } from '../__fixtures__/sdk-clients.ts'
import type { TransportDrift } from '../mcp-sdk.ts'

const SERVER = { command: process.execPath, args: [fileURLToPath(new URL('../__fixtures__/run-sdk-server.ts', import.meta.url))] }

/** The server is of the older era, so a `Client` that prefers the modern one falls back, by way of a process for the question. */
describe.each(GENERATIONS)('a server on the SDK over pipes, with the Client of $title', ({ open }) => {
  it('is called under review, and refused from the moment it adds a tool', async () => {
    const drifts: TransportDrift[] = []
    const snapshot = await reviewServer(SERVER, '2025-11-25')
    const session = await open(SERVER, { snapshot, onDrift: (drift) => drifts.push(drift) })
    expect(await session.names()).toEqual(['add', 'shift'])
    expect(await session.call('add', { a: 2, b: 3 })).toMatchObject({ structuredContent: { sum: 5 } })
    expect(await refusalOf(session.call('add', { a: '2', b: 3 }))).toMatchObject({ code: 'arguments_invalid', details: { pointer: '/a' } })
    await session.call('shift')
    expect(await refusalOf(session.call('add', { a: 2, b: 3 }))).toMatchObject({ code: 'snapshot_mismatch', details: { differences: 1 } })
    expect(drifts).toMatchObject([{ kind: 'suspected' }, { kind: 'found', diff: { differences: [{ kind: 'tool_added', tool: 'late' }] } }])
  })
})
