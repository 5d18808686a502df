// The servers that people really use: what is admitted of them, called, and left behind.
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { EVERYTHING, FILESYSTEM, MEMORY, startEverything } from '../__fixtures__/reference-servers.ts'
import { startModernServer } from '../__fixtures__/start-modern-server.ts'
import { REMOTE } from '../admission/admitted-tools.ts'
import type { AdmittedTools } from '../admission/admitted-tools.ts'
import { connectMcpServer } from './connect-mcp-server.ts'
import { createMcpTools } from './create-mcp-tools.ts'
import { createStdioMcpClient } from './create-stdio-mcp-client.ts'

vi.setConfig({ testTimeout: 60_000 })

const namesOf = ({ tools }: AdmittedTools): readonly string[] => tools.map(({ published }) => published.name)
/** Of the programs that this process started. */
const children = (): readonly string[] => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap')

let folder = ''
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'b10x-reference-')))
})
afterAll(() => rm(folder, { recursive: true }))

describe('server-everything', () => {
  it('is the same over stdio, HTTP and SSE, and nothing is left', async () => {
    await using http = await startEverything('streamableHttp')
    await using sse = await startEverything('sse')
    const before = children().length
    const select = { allowTools: ['echo', 'get-*', 'simulate-*'], denyTools: ['*-env'], effects: { echo: 'none', 'get-*': 'read' } } as const
    const client = createStdioMcpClient({ command: 'node', args: [EVERYTHING, 'stdio'] })
    const overHttp = await connectMcpServer('every', { url: http.url, ...select })
    const overSse = await connectMcpServer('every', { url: sse.url, transport: 'sse', ...select })
    const overStdio = await createMcpTools(client, { prefix: 'every', ...select })

    const views = [overStdio, overHttp.tools, overSse.tools].map(({ source, tools, leftOut }) => ({ source, tools, leftOut }))
    expect(views[1]).toEqual(views[0])
    expect(views[2]).toEqual(views[0])
    expect(namesOf(overStdio)).toEqual(expect.arrayContaining(['every_echo', 'every_get-sum', 'every_get-tiny-image']))
    expect(overStdio.leftOut).toEqual(expect.arrayContaining([{ remoteName: 'get-env', reason: 'denied' }, { remoteName: 'simulate-research-query', reason: 'invalid' }]))
    for (const tools of [overStdio, overHttp.tools, overSse.tools]) {
      expect(await tools[REMOTE].call('echo', { message: 'hi' }, {})).toMatchObject({ content: [{ type: 'text', text: 'Echo: hi' }] })
    }

    await overHttp.reconnect()
    await overSse.reconnect()
    await Promise.all([client.close(), overHttp.close(), overSse.close()])
    expect(process.getActiveResourcesInfo()).not.toContain('TCPSocketWrap')
    expect(children()).toHaveLength(before)
  })
})

it('server-filesystem is asked about its folder, and the folder is no credential', async () => {
  await writeFile(join(folder, 'kept.txt'), 'Kept, ünder review.')
  const client = createStdioMcpClient({ command: process.execPath, args: [FILESYSTEM, '.'], cwd: folder, env: { WORKSPACE_FOLDER: folder } })
  const tools = await createMcpTools(client, { prefix: 'workspace', source: 'filesystem', allowTools: ['read_*', 'list_*'], effect: 'read' })
  expect(namesOf(tools)).toContain('workspace_read_text_file')
  expect(tools.tools.every(({ published }) => published.effect === 'read' && published.prose === 'remote')).toBe(true)
  expect(tools[REMOTE].sentSecrets()).toEqual([])
  expect(await tools[REMOTE].call('read_text_file', { path: join(folder, 'kept.txt') }, {})).toMatchObject({ content: [{ text: 'Kept, ünder review.' }] })
  await client.close()
})

it('server-memory gets its variable, and is gone afterwards', async () => {
  const client = createStdioMcpClient({ command: process.execPath, args: [MEMORY], env: { MEMORY_FILE_PATH: join(folder, 'graph.jsonl') } })
  const tools = await createMcpTools(client, { prefix: 'memory', effects: { 'read_*': 'read', 'create_*': 'write' } })
  const entity = { name: 'Ada', entityType: 'person', observations: ['Wrote the first program.'] }
  expect(await tools[REMOTE].call('create_entities', { entities: [entity] }, {})).toMatchObject({ structuredContent: { entities: [entity] } })
  expect(Object.fromEntries(tools.tools.map(({ published: { name, effect } }) => [name, effect]))).toMatchObject({ memory_read_graph: 'read', memory_create_entities: 'write', memory_search_nodes: undefined })
  await client.close()
  expect(children()).toEqual([])
})

it('a server of the 2.x SDK that speaks 2026-07-28 alone', async () => {
  await using server = await startModernServer()
  const connection = await connectMcpServer('notes', { url: server.url, denyTools: ['*delete*'], effects: { 'notes.*': 'read' } })
  expect([connection.era, connection.protocolVersion]).toEqual(['modern', '2026-07-28'])
  expect(namesOf(connection.tools)).toEqual(['notes_greet', expect.stringMatching(/^notes_notes_list_[0-9a-f]{16}$/)])
  const [greet, list] = connection.tools.tools
  expect([greet?.published.effect, list?.published.effect]).toEqual([undefined, 'read'])
  expect(greet?.published.inputSchema).toMatchObject({ properties: { name: { type: 'string', description: 'Whom to greet.' } } })
  expect(JSON.stringify(connection.tools.tools.map(({ published }) => published))).not.toMatch(/Always begin|Greeting|readOnlyHint/)
  expect(await connection.tools[REMOTE].call('greet', { name: 'Ada' }, {})).toMatchObject({ content: [{ text: 'Hello, Ada.' }] })
  expect(await connection.tools[REMOTE].call('notes.list', {}, {})).toMatchObject({ structuredContent: { notes: ['one'] } })
  await connection.reconnect()
  await connection.close()
})
