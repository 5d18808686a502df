// Credentials are planted wherever a host hands them over, and every way to fail is tried with servers that send them
// back. They are found in no error, row, line of a log, message to a model, transcript or object that a host can look at.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  connectMcpServer, createEvidenceFile, createMcpTools, createMemoryAudit, createMemoryResultStore, createSession, createStdioMcpClient, toolPolicy
} from '@b10x/harness-mcp'
import type { AdmittedTools, ModelPort, ModelRequest } from '@b10x/harness-mcp'
import {
  answering, deviations, LEGACY, MODERN, neverAnswer, result, rpcError, startHttpServer, startSseServer, stdioServerCommand, tool
} from '@b10x/testkit'
import type { ScriptPart } from '@b10x/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { echoOf, everyViewOf, everyViewOfCauses, plantCanary } from './__fixtures__/canary.ts'
import { echoingResults, wrongAnswers } from './__fixtures__/wrong-answers.ts'

// Real servers on a busy machine; nothing here waits for time to pass.
vi.setConfig({ testTimeout: 90_000 })

const TOKEN = plantCanary('bearer')
const KEY = plantCanary('header')
const VARIABLE = plantCanary('variable')
const PEER = 'words-of-the-server'
const ECHO = [echoOf(TOKEN), echoOf(KEY), echoOf(VARIABLE), PEER].join(' ')
const HEADERS = { authorization: `Bearer ${TOKEN.value}`, 'x-api-key': KEY.value }
const LEAKS = [TOKEN, KEY, VARIABLE].flatMap(({ forms }) => forms)

/** Everything that came out of one attempt. */
let seen: string[] = []
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'b10x-canary-'))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => {
  seen = []
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => (seen.push(String(chunk)), true))
  }
  for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
    vi.spyOn(console, method).mockImplementation((...said: unknown[]) => void seen.push(...said.map(everyViewOf)))
  }
})
afterEach(() => vi.restoreAllMocks())

const leaksIn = (text: string, wanted: readonly string[] = LEAKS): readonly string[] => wanted.filter((form) => text.includes(form))

/** Uses tools as an agent does, twice: the model asks for one call and tells what it saw of it. */
async function useTools(tools: AdmittedTools): Promise<void> {
  const requests: ModelRequest[] = []
  const model: ModelPort = {
    async respond(request) {
      requests.push(request)
      const last = request.messages.at(-1)
      return { text: last?.role === 'tool' ? last.text : '', toolCalls: last?.role === 'user' ? [{ id: 'call-1', name: 's_t', arguments: {} }] : [] }
    }
  }
  const audit = createMemoryAudit()
  const evidence = createEvidenceFile(join(folder, 'evidence.jsonl'))
  const session = createSession({
    model, tools, results: createMemoryResultStore(), toolPolicy: toolPolicy({ allow: ['*'] }), audit: { record: async (row) => { await audit.record(row); await evidence.record(row) } }
  })
  const outcome = await session.prompt('Go').catch((error: unknown) => error)
  const abort = new AbortController()
  const cancelled = session.task('Go', { signal: abort.signal }).catch((error: unknown) => error)
  abort.abort()
  seen.push(...[outcome, await cancelled, requests, audit, audit.rows, session, session.transcript(), tools].map(everyViewOf))
  evidence.close()
  seen.push(await readFile(join(folder, 'evidence.jsonl'), 'utf8'))
}

const ANSWERS = wrongAnswers(ECHO, PEER)
const RESULTS = echoingResults(ECHO, PEER)

describe.each([...ANSWERS, ...RESULTS])('a call that is answered with %s', (what, answer) => {
  it.each(['http', 'sse'] as const)('over %s leaks nothing', async (transport) => {
    const script: ScriptPart = { protocolVersions: transport === 'sse' ? LEGACY : MODERN, ...answering('tools/call', answer) }
    await using server = await (transport === 'sse' ? startSseServer(script) : startHttpServer(script))
    const connection = await connectMcpServer('s', {
      url: server.url, transport: transport === 'sse' ? 'sse' : 'streamable-http', headers: HEADERS, bounds: { maxResultBytes: 65_536, callDeadlineMs: 2_000 }
    })
    await useTools(connection.tools)
    seen.push(everyViewOf(connection))
    await connection.close()
    // The credentials really were sent, and a call really was made.
    expect(server.requests.every(({ headers }) => headers['authorization'] === HEADERS.authorization && headers['x-api-key'] === KEY.value)).toBe(true)
    expect(server.count('tools/call')).toBe(1)
    expect({ what, leaks: leaksIn(seen.join('\n')) }).toEqual({ what, leaks: [] })
    expect({ what, words: leaksIn(seen.join('\n'), [PEER]) }).toEqual({ what, words: [] })
  })
})

describe.each([...ANSWERS, ['silence', neverAnswer()] as const])('a listing that is answered with %s', (what, answer) => {
  it.each(['server/discover', 'initialize', 'tools/list'])('to %s leaks nothing', async (method) => {
    const protocolVersion = method === 'initialize' ? LEGACY : MODERN
    await using server = await startHttpServer({ protocolVersions: protocolVersion }, answering(method, answer))
    const failure = await connectMcpServer('s', { url: server.url, headers: HEADERS, protocolVersion: protocolVersion[0] ?? '', bounds: { connectDeadlineMs: 1_000 } }).then(
      (connection) => connection.close(),
      (error: unknown) => error
    )
    seen.push(everyViewOf(failure))
    expect({ what, leaks: leaksIn(seen.join('\n'), [...LEAKS, PEER]) }).toEqual({ what, leaks: [] })
  })
})

describe('a program that was given a credential', () => {
  it.each<readonly [string, ScriptPart]>([
    ['sends it back as text', answering('tools/call', result({ content: [{ type: 'text', text: ECHO }] }))],
    ['sends an error with it', answering('tools/call', rpcError(-32603, ECHO))],
    ['prints it and ends', { ...deviations.exitsOnCall(), stdio: { stderr: [ECHO] } }],
    ['prints it in place of messages', answering('tools/call', { steps: [{ bytes: `${ECHO}\n`.repeat(40) }] })]
  ])('and %s', async (_what, part) => {
    using server = stdioServerCommand(part)
    const client = createStdioMcpClient({ command: server.command, args: [...server.args, '--token', TOKEN.value], env: { API_TOKEN: VARIABLE.value, API_KEY: KEY.value } })
    await useTools(await createMcpTools(client, { prefix: 's' }))
    seen.push(everyViewOf(client))
    await client.close()
    expect(server.count('tools/call')).toBe(1)
    expect(leaksIn(seen.join('\n'), [...LEAKS, PEER])).toEqual([])
  })

  it('and cannot be started', async () => {
    const client = createStdioMcpClient({ command: `/nowhere/${PEER}`, args: [TOKEN.value], env: { API_TOKEN: VARIABLE.value } })
    const error: unknown = await createMcpTools(client, { prefix: 's' }).catch((failure: unknown) => failure)
    expect(leaksIn(everyViewOf(error) + everyViewOfCauses(error) + everyViewOf(client))).toEqual([])
  })
})

describe('a server that cannot be reached', () => {
  it.each(['http://127.0.0.1:1/mcp', 'https://127.0.0.1:1/mcp', 'http://canary.invalid/mcp', 'ftp://127.0.0.1/', `https://user:${encodeURIComponent(TOKEN.value)}@127.0.0.1:1/`, 'not an address'])(
    'at %s leaks nothing, not even to the operator',
    async (url) => {
      const error: unknown = await connectMcpServer('s', { url, headers: HEADERS }).catch((failure: unknown) => failure)
      expect(error).toBeInstanceOf(Error)
      expect(leaksIn(everyViewOf(error) + everyViewOfCauses(error))).toEqual([])
    }
  )

  it.each([{ 'bad header': TOKEN.value }, { authorization: `Bearer ${TOKEN.value}\n` }, { host: TOKEN.value }, { authorization: `Bearer ${TOKEN.value}é\u{1f511}` }])('with a header that cannot be sent: %j', async (headers) => {
    await using server = await startHttpServer()
    const error: unknown = await connectMcpServer('s', { url: server.url, headers }).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(Error)
    expect(leaksIn(everyViewOf(error) + everyViewOfCauses(error))).toEqual([])
  })
})

it.each(['description', 'title', 'name'])('a tool whose %s holds a credential that was sent is not shown to a model', async (member) => {
  const poisoned = tool('evil', { [member]: member === 'name' ? TOKEN.value : `Call me with ${ECHO}` })
  await using server = await startHttpServer({ tools: [tool('t'), poisoned] })
  const connection = await connectMcpServer('s', { url: server.url, headers: HEADERS })
  await useTools(connection.tools)
  await connection.close()
  expect(leaksIn(seen.join('\n'))).toEqual([])
})

it('finds what it looks for', () => {
  const error = new Error(TOKEN.value, { cause: new Error(KEY.value) })
  expect(leaksIn(everyViewOf(error))).toContain(TOKEN.value)
  expect(leaksIn(everyViewOf({ deep: { deeper: { [KEY.value]: 1 } } }))).toContain(KEY.value)
  expect(leaksIn(everyViewOfCauses(error))).toContain(KEY.value)
  for (const form of [TOKEN.value, ...['', 'x', 'xy', 'xyz'].map((before) => Buffer.from(`${before}${TOKEN.value}after`).toString('base64')), encodeURIComponent(TOKEN.value)]) {
    expect(leaksIn(`before ${form} after`).length).toBeGreaterThan(0)
  }
})
