import { fileURLToPath } from 'node:url'
import { connect } from '@b10x/mcp-foundation'
import { httpTransport } from '@b10x/mcp-foundation/http'
import { stdioTransport } from '@b10x/mcp-foundation/stdio'
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { examplePort } from './__fixtures__/example-port.ts'
import { startServer } from './__fixtures__/start-server.ts'

const INFO = { name: 'test', version: '1.0.0' }
const PROGRAM = { command: process.execPath, args: ['-C', '@b10x/source', fileURLToPath(new URL('__fixtures__/stdio-server.ts', import.meta.url))] }

interface Called {
  readonly isError?: boolean
  readonly content: readonly { readonly text?: string }[]
  readonly structuredContent?: unknown
}

interface Session {
  tools(): Promise<readonly { readonly name: string; readonly annotations?: unknown }[]>
  call(name: string, args?: Record<string, unknown>, options?: { readonly onprogress?: (progress: { progress: number }) => void; readonly signal?: AbortSignal }): Promise<Called>
}

/** Null is the example program over stdio. */
type Open = (url: URL | null) => Promise<Session>

const v1: Open = async (url) => {
  const client = new ClientV1(INFO)
  // The exact optional types of this workspace are stricter than the declarations of the SDK.
  await client.connect((url === null ? new StdioV1({ ...PROGRAM, stderr: 'ignore' }) : new HttpV1(url)) as Parameters<typeof client.connect>[0])
  onTestFinished(() => client.close())
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, options = {}) => (await client.callTool({ name, arguments: args }, undefined, options)) as Called
  }
}

const v2 =
  (mode: 'legacy' | 'auto'): Open =>
  async (url) => {
    const client = new ClientV2(INFO, { versionNegotiation: { mode } })
    await client.connect(url === null ? new StdioV2({ ...PROGRAM, stderr: 'ignore' }) : new HttpV2(url))
    onTestFinished(() => client.close())
    return {
      tools: async () => (await client.listTools()).tools,
      call: async (name, args = {}, options = {}) => (await client.callTool({ name, arguments: args }, options)) as Called
    }
  }

const ours =
  (protocolVersion: string): Open =>
  async (url) => {
    const client = await connect(url === null ? stdioTransport(PROGRAM) : httpTransport(url), { protocolVersion })
    onTestFinished(() => client.close())
    return {
      tools: async () => (await client.freeze()).tools.map(({ descriptor }) => descriptor as unknown as { name: string; annotations?: unknown }),
      async call(name, args = {}, { onprogress, signal } = {}) {
        const outcome = await client.callTool(name, args as never, { ...(onprogress === undefined ? {} : { onProgress: onprogress }), ...(signal === undefined ? {} : { signal }) })
        if (outcome.kind !== 'complete') throw new TypeError(outcome.kind)
        return outcome as unknown as Called
      }
    }
  }

const CLIENTS: readonly (readonly [string, Open])[] = [
  ['sdk 1.32.2', v1],
  ['client 2.4.0, older era', v2('legacy')],
  ['client 2.4.0, modern era', v2('auto')],
  ['our own, 2025-11-25', ours('2025-11-25')],
  ['our own, 2026-07-28', ours('2026-07-28')]
]

describe.each(CLIENTS)('%s', (title, open) => {
  it.each(['HTTP', 'stdio'])('lists and calls over %s', async (transport) => {
    const port = examplePort()
    await using started = await startServer(port)
    const session = await open(transport === 'stdio' ? null : new URL(started.url))
    const tools = await session.tools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(port.tools.map(({ name }) => name)))
    expect(tools.find(({ name }) => name === 'refusing')?.annotations).toMatchObject({ readOnlyHint: false })
    expect(await session.call('echo', { text: 'grüße \u{1f30d}' })).toMatchObject({ content: [{ type: 'text', text: 'grüße \u{1f30d}' }] })
    expect(await session.call('failing')).toMatchObject({ isError: true, content: [{ text: 'no such city' }] })
    const refused = await session.call('refusing')
    expect(JSON.parse(refused.content[0]?.text ?? '')).toMatchObject({ code: 'approval_required' })
    expect(JSON.parse((await session.call('throwing')).content[0]?.text ?? '')).toMatchObject({ code: 'tool_failed' })
    const seen: number[] = []
    await session.call('progress', {}, { onprogress: ({ progress }) => seen.push(progress) })
    // The official clients forget who wanted progress when the answer comes in one chunk with it.
    if (transport === 'HTTP' || title.startsWith('our own')) expect(seen).toEqual([1, 2, 3])
  })

  it('cancels over HTTP', async () => {
    const port = examplePort()
    await using started = await startServer(port)
    const session = await open(new URL(started.url))
    // A client that looks into the list first does so with its first call.
    await session.tools()
    const controller = new AbortController()
    const answer = session.call('wait', {}, { signal: controller.signal }).then(
      () => 'answered',
      () => 'rejected'
    )
    await port.waiting.started
    controller.abort()
    expect(await answer).toBe('rejected')
    expect(await port.waiting.aborted).toMatchObject({ code: 'cancelled' })
  })
})

it('the same descriptors reach both eras, but for output schemas that the older one forbids', async () => {
  await using started = await startServer(examplePort())
  const [legacy, modern] = await Promise.all(
    ['2025-11-25', '2026-07-28'].map(async (revision) => (await (await ours(revision)(new URL(started.url))).tools()).filter(({ name }) => name !== 'list'))
  )
  expect(modern).toEqual(legacy)
})
