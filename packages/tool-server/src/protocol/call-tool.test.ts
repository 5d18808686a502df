import { createHash } from 'node:crypto'
import { ExactNumber } from '@b10x/mcp-foundation'
import type { JsonObject, PublishedTool } from '@b10x/ports'
import { ERROR_CODES } from '@b10x/ports/errors'
import { describe, expect, it } from 'vitest'
import { EXAMPLES, SECRET, examplePort, portOf, text } from '../__fixtures__/example-port.ts'
import { META, sendLegacy, sendModern } from '../__fixtures__/post.ts'
import type { RawAnswer } from '../__fixtures__/post.ts'
import { startServer } from '../__fixtures__/start-server.ts'

const SERVER_INFO = { 'io.modelcontextprotocol/serverInfo': { name: 'example', version: '1.2.3' } }

const ERAS = [
  ['2026-07-28', sendModern],
  ['2025-11-25', sendLegacy]
] as const

/** Written with all its digits. */
const BEYOND_A_DOUBLE = ExactNumber.from('9007199254740993')

const toolsOf = (result: JsonObject | undefined): readonly JsonObject[] => (result?.['tools'] ?? []) as readonly JsonObject[]

/** The refusal inside a result with `isError`. */
function refusalOf({ json }: RawAnswer): unknown {
  const [block] = (json?.result?.['content'] ?? []) as readonly { readonly type: string; readonly text: string }[]
  expect(json?.result?.['isError']).toBe(true)
  return JSON.parse(block?.text ?? 'null')
}

describe.each(ERAS)('a call of %s', (revision, send) => {
  const isModern = revision === '2026-07-28'

  it('gives what the tool gave, with every member that nobody knows', async () => {
    await using started = await startServer(examplePort())
    const { status, json } = await send(started.url, 'tools/call', { name: 'picture' })
    expect(status).toBe(200)
    expect(json?.result).toEqual({
      ...(isModern ? { resultType: 'complete', _meta: SERVER_INFO } : {}),
      content: [{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }, { type: 'hologram', beams: 3, unknown: { kept: null } }]
    })
  })

  it('keeps every digit of a number, in arguments and in results', async () => {
    const seen: unknown[] = []
    await using started = await startServer(portOf({ mirror: { run: (args) => (seen.push(args['n']), { content: [], structuredContent: args }) } }))
    const { status, text: body } = await (isModern
      ? sendModern(started.url, 'tools/call', { name: 'mirror', arguments: { n: BEYOND_A_DOUBLE as never } })
      : sendLegacy(started.url, 'tools/call', { name: 'mirror', arguments: { n: BEYOND_A_DOUBLE as never } }))
    expect(status).toBe(200)
    expect(String(seen)).toBe('9007199254740993')
    expect(body).toContain('"structuredContent":{"n":9007199254740993}')
  })

  it('says so where the tool failed', async () => {
    await using started = await startServer(examplePort())
    const { json } = await send(started.url, 'tools/call', { name: 'failing' })
    expect(json?.result).toMatchObject({ isError: true, content: [{ type: 'text', text: 'no such city' }] })
  })

  it('hides what a tool threw and tells the operator', async () => {
    const seen: { error: unknown; reference: string }[] = []
    await using started = await startServer(examplePort(), { onError: (error, reference) => seen.push({ error, reference }) })
    const answer = await send(started.url, 'tools/call', { name: 'throwing' })
    expect(answer.text).not.toContain(SECRET)
    expect(seen).toMatchObject([{ error: { message: `password is ${SECRET}` } }])
    expect(refusalOf(answer)).toEqual({
      code: 'tool_failed',
      family: 'remote',
      message: ERROR_CODES.tool_failed.message,
      details: { tool: 'throwing', reference: seen[0]?.reference }
    })
  })

  it('hides what a tool threw from an operator whose log fails', async () => {
    await using started = await startServer(examplePort(), {
      onError: () => {
        throw new Error(SECRET)
      }
    })
    const answer = await send(started.url, 'tools/call', { name: 'throwing' })
    expect(answer.text).not.toContain(SECRET)
    expect(refusalOf(answer)).toMatchObject({ code: 'tool_failed' })
  })

  it('passes a refusal of the host on, without its cause', async () => {
    await using started = await startServer(examplePort())
    const answer = await send(started.url, 'tools/call', { name: 'refusing' })
    expect(answer.text).not.toContain(SECRET)
    expect(refusalOf(answer)).toMatchObject({ code: 'approval_required', details: { tool: 'refusing' } })
  })

  it('refuses a result that is no JSON', async () => {
    await using started = await startServer(examplePort())
    expect(refusalOf(await send(started.url, 'tools/call', { name: 'unruly' }))).toMatchObject({ code: 'tool_failed' })
  })

  it.each<[string, JsonObject, readonly JsonObject[]]>([
    ['an argument is missing', {}, [{ pointer: '', keyword: 'required' }]],
    ['an argument is of another type', { text: 1 }, [{ pointer: '/text', keyword: 'type' }]],
    ['an argument is out of range', { text: 'x', count: 0 }, [{ pointer: '/count', keyword: 'minimum' }]],
    ['an argument is unknown', { text: 'x', approved: true }, [{ pointer: '/approved', keyword: 'additionalProperties' }]]
  ])('refuses arguments before the tool hears of them: %s', async (_title, args, violations) => {
    const port = examplePort()
    await using started = await startServer(port)
    expect(refusalOf(await send(started.url, 'tools/call', { name: 'echo', arguments: args }))).toMatchObject({ code: 'arguments_invalid', details: { reason: 'schema', violations } })
    expect(port.calls).toEqual([])
  })

  it('refuses where the schema cannot be judged', async () => {
    const port = portOf({ far: { inputSchema: { type: 'object', $ref: 'https://example.com/schema.json' } } })
    await using started = await startServer(port)
    expect(refusalOf(await send(started.url, 'tools/call', { name: 'far' }))).toMatchObject({ code: 'schema_unsupported', details: { tool: 'far' } })
    expect(port.calls).toEqual([])
  })

  it('refuses where judging takes too long', async () => {
    await using started = await startServer(portOf({ slow: { inputSchema: { type: 'object', properties: { list: { uniqueItems: true } } } } }), { bounds: { maxSchemaSteps: 50 } })
    const list = Array.from({ length: 200 }, (_, index) => index)
    expect(refusalOf(await send(started.url, 'tools/call', { name: 'slow', arguments: { list } }))).toMatchObject({ code: 'bound_exceeded', details: { bound: 'maxSchemaSteps', limit: 50 } })
  })

  it('refuses a result over the bound and cuts none', async () => {
    await using started = await startServer(examplePort(), { bounds: { maxResultBytes: 1_000 } })
    const fits = await send(started.url, 'tools/call', { name: 'big', arguments: { bytes: 500 } })
    expect(fits.json?.result).toMatchObject({ content: [{ text: 'x'.repeat(500) }] })
    const answer = await send(started.url, 'tools/call', { name: 'big', arguments: { bytes: 2_000 } })
    expect(refusalOf(answer)).toMatchObject({ code: 'result_too_large', details: { bound: 'maxResultBytes', limit: 1_000 } })
  })

  it('ends at the deadline, even where the tool does not listen', async () => {
    const port = examplePort()
    await using started = await startServer(port, { bounds: { callDeadlineMs: 20 } })
    expect(refusalOf(await send(started.url, 'tools/call', { name: 'wait' }))).toMatchObject({ code: 'deadline_exceeded', details: { bound: 'callDeadlineMs', limit: 20 } })
    expect(await port.waiting.aborted).toMatchObject({ code: 'deadline_exceeded' })
  })

  it('refuses a tool that lost its effect, where the host asks for one', async () => {
    const port = portOf({ sound: {}, odd: {} })
    delete (port.tools[1] as { effect?: unknown }).effect
    await using started = await startServer(() => port, { requireEffect: true })
    expect(refusalOf(await send(started.url, 'tools/call', { name: 'odd' }))).toMatchObject({ code: 'effect_undeclared', details: { tool: 'odd' } })
    expect((await send(started.url, 'tools/call', { name: 'sound' })).json?.result).not.toHaveProperty('isError')
    expect(port.calls.map(({ name }) => name)).toEqual(['sound'])
  })

  it('tells the tool which call it is', async () => {
    const port = examplePort()
    await using started = await startServer(port)
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await send(started.url, 'tools/call', { name: 'echo', arguments: { text: 'b', count: 2 }, _meta: { ...(isModern ? META : {}), traceparent } }, {}, 'call-1')
    await send(started.url, 'tools/call', { name: 'echo', arguments: { count: 2, text: 'b' } }, { traceparent }, 17)
    await send(started.url, 'tools/call', { name: 'echo', arguments: { text: 'b' } }, { traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` })
    const inputDigest = `sha256:${createHash('sha256').update('{"count":2,"text":"b"}').digest('hex')}`
    expect(port.calls.map(({ context }) => context)).toMatchObject([
      { toolCallId: 'call-1', inputDigest, traceparent },
      { toolCallId: '17', inputDigest, traceparent },
      { toolCallId: '1' }
    ])
    expect(port.calls[2]?.context).not.toHaveProperty('traceparent')
    expect(port.calls[0]?.context.signal?.aborted).toBe(false)
  })

  it('repeats ids as they were spelt', async () => {
    await using started = await startServer(examplePort())
    for (const id of ['', '7', 'ü"\\', 0, -1, 7, BEYOND_A_DOUBLE]) {
      const { text: body } = await send(started.url, 'tools/call', { name: 'echo', arguments: { text: 'x' } }, {}, id)
      expect(body).toContain(`"id":${JSON.stringify(id)},`)
    }
  })
})

describe('what the eras do differently', () => {
  it('wraps structured content that is no object for older clients', async () => {
    await using started = await startServer(examplePort())
    expect((await sendModern(started.url, 'tools/call', { name: 'list' })).json?.result).toMatchObject({ structuredContent: [1, 2] })
    expect((await sendLegacy(started.url, 'tools/call', { name: 'list' })).json?.result).toMatchObject({ structuredContent: { result: [1, 2] } })
  })

  it('lists the same descriptors, but for output schemas that older clients refuse', async () => {
    await using started = await startServer(examplePort())
    const modern = (await sendModern(started.url, 'tools/list')).json?.result
    const legacy = (await sendLegacy(started.url, 'tools/list')).json?.result
    const stripped = toolsOf(modern).map(({ outputSchema, ...tool }) => ((outputSchema as JsonObject | undefined)?.['type'] === 'object' ? { ...tool, outputSchema } : tool))
    expect(stripped).toEqual(legacy?.['tools'])
    expect(modern).toMatchObject({ resultType: 'complete', ttlMs: 60_000, cacheScope: 'private', _meta: SERVER_INFO })
    expect(Object.keys(legacy ?? {})).toEqual(['tools'])
  })

  it('describes tools by name, words, schemas and what follows from the effect', async () => {
    await using started = await startServer(examplePort())
    const { json } = await sendModern(started.url, 'tools/list')
    const tools = json?.result?.['tools'] as readonly JsonObject[]
    expect(tools[0]).toEqual({
      name: 'echo',
      title: 'Echo',
      description: 'The tool echo.',
      inputSchema: EXAMPLES['echo']?.inputSchema,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
    })
    expect(tools.find(({ name }) => name === 'region')?.['annotations']).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  })

  it('says what it is to each', async () => {
    await using started = await startServer(examplePort(), { instructions: 'Be brief.' })
    expect((await sendModern(started.url, 'server/discover')).json?.result).toEqual({
      resultType: 'complete',
      supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
      capabilities: { tools: {} },
      instructions: 'Be brief.',
      ttlMs: 60_000,
      cacheScope: 'private',
      _meta: SERVER_INFO
    })
    for (const [asked, given] of [['2025-06-18', '2025-06-18'], ['2024-11-05', '2024-11-05'], ['2026-07-28', '2025-11-25'], ['2099-01-01', '2025-11-25']]) {
      const { json, headers } = await sendLegacy(started.url, 'initialize', { protocolVersion: asked as string, capabilities: {} }, { 'mcp-protocol-version': undefined })
      expect(json?.result).toEqual({ protocolVersion: given, capabilities: { tools: {} }, serverInfo: { name: 'example', version: '1.2.3' }, instructions: 'Be brief.' })
      expect(headers).not.toHaveProperty('mcp-session-id')
    }
    expect((await sendLegacy(started.url, 'ping')).json?.result).toEqual({})
  })

  it('demands capabilities that a tool cannot do without where clients declare them', async () => {
    const port = portOf({ ask: {} })
    await using started = await startServer(port, { requiredCapabilities: { ask: { sampling: {} } } })
    const { status, json } = await sendModern(started.url, 'tools/call', { name: 'ask' })
    expect({ status, error: json?.error }).toMatchObject({ status: 400, error: { code: -32021, data: { requiredCapabilities: { sampling: {} } } } })
    expect(port.calls).toEqual([])
    const declared = await sendModern(started.url, 'tools/call', { name: 'ask', _meta: { ...META, 'io.modelcontextprotocol/clientCapabilities': { sampling: {} } } })
    expect(declared.json?.result).toMatchObject({ content: [text('done')] })
  })
})

describe('mirrored parameters', () => {
  it.each<[string, JsonObject, Record<string, string>]>([
    ['none', {}, {}],
    ['a string', { region: 'eu' }, { 'mcp-param-region': 'eu' }],
    ['an encoded string', { region: ' grüße ' }, { 'mcp-param-region': `=?base64?${Buffer.from(' grüße ').toString('base64')}?=` }],
    ['a string that looks encoded', { region: '=?base64?eA==?=' }, { 'mcp-param-region': `=?base64?${Buffer.from('=?base64?eA==?=').toString('base64')}?=` }],
    ['an integer as a number', { shard: 42 }, { 'mcp-param-shard': '42.0' }],
    ['null', { region: null }, {}],
    ['a nested boolean', { where: { dry: false } }, { 'mcp-param-dry-run': 'false' }]
  ])('are let through where they are true: %s', async (_title, args, headers) => {
    const port = portOf({ region: { inputSchema: { ...EXAMPLES['region']?.inputSchema, properties: { ...(EXAMPLES['region']?.inputSchema?.['properties'] as JsonObject), region: { type: 'string', 'x-mcp-header': 'Region' } } } } })
    await using started = await startServer(port)
    const { json } = await sendModern(started.url, 'tools/call', { name: 'region', arguments: args }, headers)
    // null is no string, which is for the schema to say.
    expect(json?.result?.['isError'] ?? false).toBe(args['region'] === null)
  })
})

describe('a set of tools', () => {
  const tool = (members: Partial<PublishedTool>): PublishedTool => ({ name: 'a', description: '', inputSchema: { type: 'object' }, prose: 'local', source: 's', ...members })
  const start = async (...tools: PublishedTool[]): Promise<void> => {
    const started = await startServer({ ...portOf({}), tools })
    await started[Symbol.asyncDispose]()
  }

  it.each<[string, PublishedTool[], string]>([
    ['two tools of one name', [tool({}), tool({ source: 't' })], 'tool_name_collision'],
    ['an empty name', [tool({ name: '' })], 'option_invalid'],
    ['a name with a space', [tool({ name: 'a b' })], 'option_invalid'],
    ['a name that is too long', [tool({ name: 'a'.repeat(65) })], 'option_invalid'],
    ['an input schema of another type', [tool({ inputSchema: { type: 'array' } })], 'option_invalid'],
    ['an input schema without a type', [tool({ inputSchema: {} })], 'option_invalid'],
    ['a mirrored number (M-21)', [tool({ inputSchema: { type: 'object', properties: { n: { type: 'number', 'x-mcp-header': 'N' } } } })], 'option_invalid'],
    ['a mirrored item', [tool({ inputSchema: { type: 'object', properties: { n: { items: { type: 'string', 'x-mcp-header': 'N' } } } } })], 'option_invalid'],
    ['a mirrored name with a line break', [tool({ inputSchema: { type: 'object', properties: { n: { type: 'string', 'x-mcp-header': 'N\r\nX' } } } })], 'option_invalid'],
    ['two mirrored names', [tool({ inputSchema: { type: 'object', properties: { n: { type: 'string', 'x-mcp-header': 'N' }, m: { type: 'string', 'x-mcp-header': 'n' } } } })], 'option_invalid']
  ])('is refused with %s', async (_title, tools, code) => {
    await expect(start(...tools)).rejects.toMatchObject({ code })
  })

  it('may hold properties that are named like keywords', async () => {
    await expect(start(tool({ inputSchema: { type: 'object', properties: { 'x-mcp-header': { type: 'number' } }, examples: [{ 'x-mcp-header': '' }] } }))).resolves.toBeUndefined()
  })

  it('is listed in pages where it is large, each tool once', async () => {
    const port = portOf(Object.fromEntries(Array.from({ length: 2_345 }, (_, index) => [`tool_${index}`, {}])))
    await using started = await startServer(port)
    for (const [, send] of ERAS) {
      const names: unknown[] = []
      for (let cursor: string | undefined, pages = 0; pages < 5; pages += 1) {
        const { json } = await send(started.url, 'tools/list', cursor === undefined ? {} : { cursor })
        names.push(...toolsOf(json?.result).map(({ name }) => name))
        cursor = json?.result?.['nextCursor'] as string | undefined
        if (cursor === undefined) break
      }
      expect(names).toEqual(port.tools.map(({ name }) => name))
    }
  })

  it('knows no cursor of another set', async () => {
    const many = (prefix: string): ReturnType<typeof portOf> => portOf(Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`${prefix}_${index}`, {}])))
    let port = many('a')
    await using started = await startServer(() => port)
    const cursor = (await sendModern(started.url, 'tools/list')).json?.result?.['nextCursor'] as string
    expect((await sendModern(started.url, 'tools/list', { cursor })).json?.result).toMatchObject({ tools: [{ name: 'a_1000' }], ttlMs: 0 })
    port = many('b')
    expect((await sendModern(started.url, 'tools/list', { cursor })).json?.error?.code).toBe(-32602)
  })
})

describe('options', () => {
  it.each([
    ['no name', { name: '' }, 'option_invalid'],
    ['no version', { version: '' }, 'option_invalid'],
    ['changes of tools that cannot change', { changes: () => () => undefined }, 'option_invalid'],
    ['an unknown bound', { bounds: { maxRequestByte: 1 } as object }, 'bounds_invalid'],
    ['a bound of nothing', { bounds: { maxInflight: 0 } }, 'bounds_invalid'],
    ['a bound over its ceiling', { bounds: { callDeadlineMs: 3_600_000 } }, 'bounds_invalid']
  ])('are refused with %s', async (_title, options, code) => {
    await expect(startServer(portOf({}), options)).rejects.toMatchObject({ code })
  })

  it('leave a failing source to the operator', async () => {
    const seen: unknown[] = []
    await using started = await startServer(
      () => {
        throw new Error(SECRET)
      },
      { onError: (error) => seen.push(error) }
    )
    const answer = await sendModern(started.url, 'tools/list')
    expect(answer).toMatchObject({ status: 500, json: { id: 1, error: { code: -32603 } } })
    expect(answer.text).not.toContain(SECRET)
    expect(seen).toMatchObject([{ message: SECRET }])
  })
})
