// Our client against servers on the official SDK: every revision that both sides speak, on every transport of theirs.
import { assertSnapshotEqual, connect, ExactNumber, parseSnapshot, serializeSnapshot } from '@b10x/mcp-foundation'
import type { McpClient, Progress } from '@b10x/mcp-foundation'
import { expectCode, processesGone } from '@b10x/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RunningPeer } from './peers/peer.ts'
import { complete } from './peers/review-server.ts'
import { SDK_PEERS } from './peers/sdk-peers.ts'
import { UNSAFE_INTEGER } from './peers/tool-work.ts'

// Each start on stdio is a whole Node process, on a machine that may be busy with others.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

describe.each(SDK_PEERS)('$name', ({ speaks, start }) => {
  const connections = [{ pinned: undefined, spoken: speaks[0] }, ...speaks.map((spoken) => ({ pinned: spoken, spoken }))]

  describe.each(connections)('pinned $pinned, spoken $spoken', ({ pinned, spoken }) => {
    const options = pinned === undefined ? {} : { protocolVersion: pinned }
    let peer: RunningPeer
    let client: McpClient
    let second: McpClient

    beforeAll(async () => {
      peer = await start()
      ;[client, second] = await Promise.all([connect(peer.transport(), options), connect(peer.transport(), options)])
    })

    afterAll(async () => {
      await Promise.all([client?.close(), second?.close()])
      await peer?.close()
    })

    it('agrees on the revision', () => {
      expect([client.era, client.protocolVersion]).toEqual([spoken === '2026-07-28' ? 'modern' : 'legacy', spoken])
    })

    it('freezes the same bytes on two connections', async () => {
      const snapshot = await client.freeze()
      const names = ['aborts', 'add', 'count', 'greet', 'hold', 'pid', 'refuse', 'unsafe_integer']
      expect(snapshot.tools.map(({ name }) => name)).toEqual(names)
      expect(new Set(snapshot.tools.map(({ status }) => status))).toEqual(new Set(['usable']))
      expect(snapshot).toMatchObject({ protocolVersion: spoken, instructions: 'Ask for one sum at a time.' })
      const file = serializeSnapshot(snapshot)
      expect(serializeSnapshot(await second.freeze())).toBe(file)
      assertSnapshotEqual(parseSnapshot(file), await client.relist())
    })

    it('calls a tool for text', async () => {
      const { content, isError } = await complete(client, 'greet', { name: 'Ada' })
      expect([content, isError]).toEqual([[{ type: 'text', text: 'Hello, Ada.' }], false])
    })

    it('calls a tool for structured content', async () => {
      expect((await complete(client, 'add', { a: 2, b: 3.5 })).structuredContent).toEqual({ sum: 5.5 })
    })

    it('keeps an integer beyond 2^53', async () => {
      const { structuredContent, resultText } = await complete(client, 'unsafe_integer')
      const { value } = structuredContent as { value: unknown }
      expect(value).toBeInstanceOf(ExactNumber)
      expect(String(value)).toBe(UNSAFE_INTEGER)
      expect(resultText).toContain(`{"value":${UNSAFE_INTEGER}}`)
    })

    it('hands on that a tool says it failed', async () => {
      const { content, isError } = await complete(client, 'refuse')
      expect([content, isError]).toEqual([[{ type: 'text', text: 'Refused.' }], true])
    })

    it('hands on progress', async () => {
      const seen: Progress[] = []
      const { content } = await complete(client, 'count', { steps: 3 }, { onProgress: (progress) => seen.push(progress) })
      expect(seen).toEqual([1, 2, 3].map((step) => ({ progress: step, total: 3, message: `Step ${step}` })))
      expect(content).toEqual([{ type: 'text', text: 'Counted to 3.' }])
    })

    it('cancels the work of the server', async () => {
      const stop = new AbortController()
      const call = client.callTool('hold', {}, { signal: stop.signal, onProgress: () => stop.abort() })
      const { details } = await expectCode(call, 'outcome_unknown')
      expect(details).toEqual({ because: 'cancelled' })
      expect((await complete(client, 'aborts')).structuredContent).toEqual({ aborts: 1 })
    })

    it('leaves nothing after close', async () => {
      const { pid } = (await complete(client, 'pid')).structuredContent as { pid: number }
      await Promise.all([client.close(), second.close()])
      expect(peer.sessionsLeft === undefined ? await processesGone([pid]) : await peer.sessionsLeft()).toEqual([])
    })
  })
})
