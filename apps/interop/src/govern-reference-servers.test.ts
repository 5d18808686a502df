// The main job on servers that people really use: freeze, find nothing changed, call, close.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseSnapshot } from '@b10x/mcp-foundation'
import type { McpTransport, Progress, SnapshotTool } from '@b10x/mcp-foundation'
import { expectCode } from '@b10x/testkit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { complete, freezeTwice, withClient } from './peers/review-server.ts'
import { everythingOnStdio, filesystem, memory, startEverythingOverHttp } from './reference-servers/reference-servers.ts'
import type { EverythingOverHttp } from './reference-servers/reference-servers.ts'

// Each start is a whole Node process, on a machine that may be busy with others.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

/** On stdio, where every connection is two processes, the ends of the range. */
const TRANSPORTS = [
  { transport: 'stdio', pins: [undefined, '2025-03-26'] },
  { transport: 'HTTP', pins: [undefined, '2025-11-25', '2025-06-18', '2025-03-26'] }
] as const

async function expectSameBytes(open: () => McpTransport, pinned?: string): Promise<readonly SnapshotTool[]> {
  const [first, second] = await freezeTwice(open, pinned)
  expect(second).toBe(first)
  const { era, protocolVersion, tools } = parseSnapshot(first)
  expect([era, protocolVersion]).toEqual(['legacy', pinned ?? '2025-11-25'])
  return tools
}

function unusable(tools: readonly SnapshotTool[]): readonly (readonly [name: string | null, status: string])[] {
  return tools.filter(({ status }) => status !== 'usable').map(({ name, status }) => [name, status])
}

describe.each(TRANSPORTS)('server-everything over $transport', ({ transport, pins }) => {
  let http: EverythingOverHttp
  let open: () => McpTransport

  beforeAll(async () => {
    if (transport === 'HTTP') http = await startEverythingOverHttp()
    open = transport === 'HTTP' ? http.transport : everythingOnStdio
  })

  afterAll(() => http?.close())

  it.each(pins)('freezes the same bytes, pinned %s', async (pinned) => {
    const tools = await expectSameBytes(open, pinned)
    expect(tools).toHaveLength(13)
    // Tools that need sampling, elicitation or roots are added for clients that offer those: never for us.
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['echo', 'get-sum', 'get-tiny-image']))
    // Other revisions than 2025-11-25 know no tasks, but this server declares them in every one.
    expect(unusable(tools)).toEqual([['simulate-research-query', 'task_required']])
  })

  it('refuses a pin of 2026-07-28', async () => {
    const { details } = await expectCode(withClient(open(), '2026-07-28', (client) => client.freeze()), 'protocol_revision_changed')
    expect(details).toEqual({ expected: '2026-07-28' })
  })

  it('calls its tools', async () => {
    await withClient(open(), undefined, async (client) => {
      expect((await complete(client, 'echo', { message: 'hi' })).content).toEqual([{ type: 'text', text: 'Echo: hi' }])
      expect((await complete(client, 'get-structured-content', { location: 'New York' })).structuredContent).toEqual({
        temperature: 33, conditions: 'Cloudy', humidity: 82
      })
      // A wrong argument never reaches the server.
      const refused = await expectCode(client.callTool('get-sum', { a: 1, b: 'x' }), 'arguments_invalid')
      expect(refused.details).toMatchObject({ pointer: '/b', reason: 'schema' })
      const { details } = await expectCode(client.callTool('simulate-research-query', { topic: 'x' }), 'tool_invalid')
      expect(details).toEqual({ tool: 'simulate-research-query', reason: 'task_required' })
    })
  })

  it('hands on progress, and cancels', async () => {
    await withClient(open(), undefined, async (client) => {
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
})

it('leaves no socket of ours after close', async () => {
  const http = await startEverythingOverHttp()
  onTestFinished(http.close)
  await withClient(http.transport(), undefined, (client) => client.freeze())
  expect(process.getActiveResourcesInfo()).not.toContain('TCPSocketWrap')
})

describe('with a folder of its own', () => {
  let folder: string

  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'b10x-interop-')))
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  it('server-filesystem reads a file back, and refuses another', async () => {
    const path = join(folder, 'kept.txt')
    writeFileSync(path, 'Kept, ünder review.\n')
    const tools = await expectSameBytes(() => filesystem(folder))
    expect([tools.length, unusable(tools)]).toEqual([14, []])
    await withClient(filesystem(folder), undefined, async (client) => {
      const { content, structuredContent } = await complete(client, 'read_text_file', { path })
      expect(content).toEqual([{ type: 'text', text: 'Kept, ünder review.\n' }])
      expect(structuredContent).toEqual({ content: 'Kept, ünder review.\n' })
      expect((await complete(client, 'read_text_file', { path: '/etc/hostname' })).isError).toBe(true)
    })
  })

  it('server-memory keeps what it was told, across processes', async () => {
    const open = (): McpTransport => memory(join(folder, 'graph.jsonl'))
    const ada = { name: 'Ada', entityType: 'person', observations: ['Wrote the first program.'] }
    const tools = await expectSameBytes(open)
    expect([tools.length, unusable(tools)]).toEqual([9, []])
    await withClient(open(), undefined, async (client) => {
      expect((await complete(client, 'create_entities', { entities: [ada] })).structuredContent).toEqual({ entities: [ada] })
    })
    await withClient(open(), undefined, async (client) => {
      expect((await complete(client, 'read_graph', {})).structuredContent).toEqual({ entities: [ada], relations: [] })
    })
  })
})
