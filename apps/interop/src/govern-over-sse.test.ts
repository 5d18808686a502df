// HTTP+SSE of 2024-11-05, which the official SDK still serves: freeze, find nothing changed, call, close.
import { parseSnapshot } from '@b10x/mcp-foundation'
import type { Progress } from '@b10x/mcp-foundation'
import { expectCode } from '@b10x/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { complete, freezeTwice, withClient } from './peers/review-server.ts'
import { startEverythingOverSse } from './reference-servers/reference-servers.ts'
import type { EverythingOverHttp } from './reference-servers/reference-servers.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

describe('server-everything over HTTP+SSE', () => {
  let server: EverythingOverHttp

  beforeAll(async () => {
    server = await startEverythingOverSse()
  })

  afterAll(() => server?.close())

  it.each([undefined, '2025-11-25', '2024-11-05'])('freezes the same bytes, pinned %s', async (pinned) => {
    const [first, second] = await freezeTwice(server.transport, pinned)
    expect(second).toBe(first)
    const { era, protocolVersion, endpoint, tools } = parseSnapshot(first)
    expect([era, protocolVersion, endpoint.transport]).toEqual(['legacy', pinned ?? '2025-11-25', 'sse'])
    expect(tools).toHaveLength(13)
  })

  it('calls its tools', async () => {
    await withClient(server.transport(), undefined, async (client) => {
      expect((await complete(client, 'echo', { message: 'hi' })).content).toEqual([{ type: 'text', text: 'Echo: hi' }])
      const calls = Array.from({ length: 20 }, (_, index) => complete(client, 'get-sum', { a: index, b: 1 }))
      const sums = (await Promise.all(calls)).map(({ content }) => (content[0] as { text: string }).text)
      expect(sums).toEqual(sums.map((_, index) => `The sum of ${index} and 1 is ${index + 1}.`))
    })
  })

  it('hands on progress, and cancels', async () => {
    await withClient(server.transport(), undefined, async (client) => {
      const seen: Progress[] = []
      await complete(client, 'trigger-long-running-operation', { duration: 0.1, steps: 2 }, { onProgress: (step) => seen.push(step) })
      expect(seen).toEqual([{ progress: 1, total: 2 }, { progress: 2, total: 2 }])
      const stop = new AbortController()
      const options = { signal: stop.signal, onProgress: () => stop.abort() }
      const { details } = await expectCode(client.callTool('trigger-long-running-operation', { duration: 10, steps: 1_000 }, options), 'outcome_unknown')
      expect(details).toEqual({ because: 'cancelled' })
      expect((await complete(client, 'echo', { message: 'still here' })).content).toEqual([{ type: 'text', text: 'Echo: still here' }])
    })
  })

  it('leaves no socket of ours after close', async () => {
    await withClient(server.transport(), undefined, (client) => client.freeze())
    expect(process.getActiveResourcesInfo()).not.toContain('TCPSocketWrap')
  })

  it('does not know what became of a call when the server ends', async () => {
    const mortal = await startEverythingOverSse()
    await withClient(mortal.transport(), undefined, async (client) => {
      const call = client.callTool('trigger-long-running-operation', { duration: 10, steps: 1_000 }, { onProgress: () => void mortal.close() })
      const { details } = await expectCode(call, 'outcome_unknown')
      expect(['stream_ended', 'endpoint_unreachable']).toContain(details['because'])
    })
    await mortal.close()
  })
})
