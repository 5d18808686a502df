// Calls held to the frozen schemas, over both transports: arguments before anything is sent, results without losing any.
import { hasCode } from '@b10x/ports/errors'
import { expectCode, tool } from '@b10x/testkit'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { PEERS, startHttpPeer } from '../__fixtures__/scripted-peers.ts'
import type { CallOutcome, CompleteOutcome } from '../client/mcp-client.ts'
import type { JsonObject } from '../json/json-value.ts'
import { parseJson } from '../json/parse-json.ts'

const SECRET = 'text of the server 51c9'
const inputSchema = {
  type: 'object',
  properties: { n: { type: 'integer', maximum: 10 }, s: { type: 'string', pattern: '^(?!.*no)' }, [SECRET]: { enum: [SECRET] } },
  required: ['n'],
  additionalProperties: false
}

describe.each(PEERS)('arguments over %s', (_name, start) => {
  it.each([
    ['{}', [{ pointer: '', keyword: 'required' }]],
    ['{"n":"1"}', [{ pointer: '/n', keyword: 'type' }]],
    ['{"n":9007199254740993}', [{ pointer: '/n', keyword: 'maximum' }]],
    ['{"n":1.00000000000000000001}', [{ pointer: '/n', keyword: 'type' }]],
    ['{"n":1,"s":"a no b","toString":1}', [{ pointer: '/s', keyword: 'pattern' }, { pointer: '/toString', keyword: 'additionalProperties' }]],
    [`{"n":1,"${SECRET.replaceAll(' ', '_')}":1}`, [{ pointer: `/${SECRET.replaceAll(' ', '_')}`, keyword: 'additionalProperties' }]]
  ])('%s are refused before anything is sent', async (args, violations) => {
    await using peer = await start({ tools: [tool('t', { inputSchema })] })
    const client = await peer.client()
    const error = await expectCode(client.callTool('t', parseJson(args) as JsonObject), 'arguments_invalid')
    expect(error.details).toEqual({ pointer: violations[0]?.pointer, reason: 'schema', violations })
    expect(peer.count('tools/call')).toBe(0)
  })

  it.each(['{"n":1}', '{"n":10.0,"s":"yes"}', '{"n":-9007199254740993}'])('%s reach the server as they are', async (args) => {
    await using peer = await start({ tools: [tool('t', { inputSchema })] })
    const client = await peer.client()
    expect((await client.callTool('t', parseJson(args) as JsonObject)).kind).toBe('complete')
    expect(await peer.received('tools/call')).toMatchObject({ message: { params: { arguments: JSON.parse(args) } } })
  })

  it('that break the schema say where it is broken to the operator alone', async () => {
    await using peer = await start({ tools: [tool('t', { inputSchema })] })
    const client = await peer.client()
    const error = await expectCode(client.callTool('t', { n: 1, s: 'x', [SECRET]: 'y' }), 'arguments_invalid')
    expect(error.cause).toEqual([{ pointer: `/${SECRET}`, keyword: 'enum', schemaPointer: `/properties/${SECRET}/enum` }])
    const missing = await expectCode(client.callTool('t', {}), 'arguments_invalid')
    expect(missing.cause).toEqual([{ pointer: '', keyword: 'required', schemaPointer: '/required/0' }])
    expect(inspect(missing, { depth: 9 }) + JSON.stringify(missing)).not.toContain(SECRET)
  })
})

describe('arguments', () => {
  it('are judged as they are sent, whatever the object says when it is read again', async () => {
    await using peer = await startHttpPeer({ tools: [tool('t', { inputSchema })] })
    const client = await peer.client()
    // However often it is read: what goes out is what was judged.
    for (const [first, then, until] of [0, 1, 2, 3, 4].flatMap((n) => [[1, 11, n], [11, 1, n]] as const)) {
      let reads = 0
      const shifty = {
        get n() {
          reads += 1
          return reads > until ? then : first
        }
      }
      const outcome = await client.callTool('t', shifty).catch((error: unknown) => error)
      if (hasCode(outcome, 'arguments_invalid')) continue
      expect(outcome).toMatchObject({ kind: 'complete' })
    }
    const sent = peer.count('tools/call')
    expect(sent).toBeGreaterThan(0)
    for (let nth = 1; nth <= sent; nth += 1) expect(await peer.received('tools/call', nth)).toMatchObject({ message: { params: { arguments: { n: 1 } } } })
    const changing = { n: 1 }
    const call = client.callTool('t', changing)
    changing.n = 11
    expect((await call).kind).toBe('complete')
    expect(await peer.received('tools/call', sent + 1)).toMatchObject({ message: { params: { arguments: { n: 1 } } } })
  })

  it('are refused when they are nested deeper than a message may be', async () => {
    await using peer = await startHttpPeer({ tools: [tool('t')] })
    const client = await peer.client({ bounds: { maxJsonDepth: 20 } })
    let nested: JsonObject = {}
    for (let level = 0; level < 30; level += 1) nested = { a: nested }
    const error = await expectCode(client.callTool('t', nested), 'bound_exceeded')
    expect(error.details).toMatchObject({ bound: 'maxJsonDepth', limit: 20 })
  })

  it('are refused when judging them takes too many steps, or too much depth', async () => {
    const costly = tool('costly', { inputSchema: { type: 'object', properties: { list: { items: { type: 'integer' } } } } })
    const deep = tool('deep', { inputSchema: { type: 'object', properties: { n: { $ref: '#/$defs/a' } }, $defs: { a: { allOf: [{ allOf: [{ allOf: [{ allOf: [{ $ref: '#' }] }] }] }] } } } })
    await using peer = await startHttpPeer({ tools: [costly, deep] })
    const client = await peer.client({ bounds: { maxSchemaSteps: 3_000, maxJsonDepth: 512 } })
    const bound = await expectCode(client.callTool('costly', { list: Array.from({ length: 5_000 }, () => 1) }), 'bound_exceeded')
    expect(bound.details).toEqual({ bound: 'maxSchemaSteps', limit: 3_000, seen: 3_001 })
    let nested: JsonObject = {}
    for (let level = 0; level < 400; level += 1) nested = { n: nested }
    const error = await expectCode((await peer.client({ bounds: { maxJsonDepth: 512 } })).callTool('deep', nested), 'schema_unsupported')
    expect(error.details).toEqual({ tool: 'deep', reason: 'too_deep' })
    expect(peer.count('tools/call')).toBe(0)
  })

  it('are never judged by a schema that cannot be judged: the tool is invalid from the start', async () => {
    await using peer = await startHttpPeer({ tools: [tool('t', { inputSchema: { type: 'object', properties: { a: { pattern: '(a)\\1' } } } }), tool('u')] })
    const client = await peer.client()
    expect((await client.freeze()).tools.map(({ name, status }) => [name, status])).toEqual([['t', 'schema_unsupported'], ['u', 'usable']])
    expect((await expectCode(client.callTool('t'), 'tool_invalid')).details).toEqual({ tool: 't', reason: 'schema_unsupported' })
    expect((await client.callTool('u')).kind).toBe('complete')
  })
})

const outputSchema = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }

describe.each(PEERS)('a structured result over %s', (_name, start) => {
  const call = async (result: string, schema: unknown = outputSchema): Promise<CallOutcome> => {
    await using peer = await start({ tools: [tool('t', { outputSchema: schema })], results: { t: result } })
    return await (await peer.client()).callTool('t')
  }
  const complete = async (result: string, schema?: unknown): Promise<CompleteOutcome> => {
    const outcome = await call(result, schema)
    if (outcome.kind !== 'complete') throw new Error(outcome.kind)
    return outcome
  }

  it.each(['{"content":[],"structuredContent":{"id":1}}', '{"content":[],"structuredContent":{"id":9007199254740993,"more":[1]}}'])('%s is what was promised', async (result) => {
    expect(await complete(result)).not.toHaveProperty('outputSchemaViolation')
  })

  it('that is not what was promised is kept whole and says so', async () => {
    const result = '{"content":[{"type":"text","text":"x"}],"structuredContent":{"id":"one","extra":9007199254740993}}'
    const outcome = await complete(result)
    expect(outcome.outputSchemaViolation).toEqual({ reason: 'mismatch', violations: [{ pointer: '/id', keyword: 'type', schemaPointer: '/properties/id/type' }] })
    expect(outcome.resultText).toBe(result)
    expect(outcome.content).toHaveLength(1)
  })

  it('that is absent or null says so', async () => {
    expect((await complete('{"content":[]}')).outputSchemaViolation).toEqual({ reason: 'absent', violations: [] })
    expect((await complete('{"content":[],"structuredContent":null}')).outputSchemaViolation?.reason).toBe('mismatch')
  })

  it('is not asked for where the tool failed or promised nothing', async () => {
    expect(await complete('{"content":[],"isError":true}')).not.toHaveProperty('outputSchemaViolation')
    await using peer = await start({ tools: [tool('t')], results: { t: '{"content":[],"structuredContent":5}' } })
    expect(await (await peer.client()).callTool('t')).not.toHaveProperty('outputSchemaViolation')
  })

  it('that takes too many steps is kept and not judged', async () => {
    const schema = { type: 'object', properties: { list: { items: { type: 'integer' } } } }
    await using peer = await start({ tools: [tool('t', { outputSchema: schema })], results: { t: `{"content":[],"structuredContent":{"list":[${'1,'.repeat(3_000)}1]}}` } })
    const outcome = await (await peer.client({ bounds: { maxSchemaSteps: 1_000 } })).callTool('t')
    expect(outcome).toMatchObject({ kind: 'complete', outputSchemaViolation: { reason: 'not_judged', violations: [] } })
  })
})
