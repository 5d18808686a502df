import { inspect } from 'node:util'
import { ExactNumber } from '@b10x/mcp-foundation'
import type { OperationInvocation } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { LEGACY, answerAfter, answering, closeBeforeAnswer, deviations, eventStream, expectCode, result, rpcError, tool } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { TOKEN, openService } from '../__fixtures__/open-service.ts'
import type { OpenService } from '../__fixtures__/open-service.ts'
import { AUTHORITY } from '../__fixtures__/review-server.ts'

const CITY = tool('t', { inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } })

function invocationOf({ service }: OpenService, changes: Partial<OperationInvocation> = {}): OperationInvocation {
  const { lease, connectionRef } = service.describe('sample.op_0', AUTHORITY)
  return { operationRef: 'sample.op_0', connectionRef, lease, arguments: {}, authority: AUTHORITY, ...changes }
}

describe('the lease and the Connection come before anything else', () => {
  it.each<[string, Partial<OperationInvocation>, 'lease_stale' | 'connection_mismatch']>([
    ['a lease of other digits', { lease: `lease:${'0'.repeat(64)}` }, 'lease_stale'],
    ['no lease', { lease: '' }, 'lease_stale'],
    ['a lease that is no text', { lease: 7 as unknown as string }, 'lease_stale'],
    ['another authority', { authority: { ...AUTHORITY, seed: 'sha256:01' } }, 'lease_stale'],
    ['another policy', { authority: { ...AUTHORITY, policyVersion: '2' } }, 'lease_stale'],
    ['another operation', { operationRef: 'sample.op_1' }, 'lease_stale'],
    ['an operation that does not exist', { operationRef: 'sample.other' }, 'lease_stale'],
    ['an operation that is no text', { operationRef: '\ud800' }, 'lease_stale'],
    ['another Connection', { connectionRef: 'other-connection' }, 'connection_mismatch'],
    ['a Connection that is no text', { connectionRef: null as unknown as string }, 'connection_mismatch']
  ])('%s', async (_name, changes, code) => {
    const stage = await openService({}, { tools: [CITY, tool('u')] })
    const asked = [stage.egress.requests.length, stage.secrets.loans.length]
    // The arguments would be refused, and the time is over: neither is looked at.
    const invocation = invocationOf(stage, { arguments: { city: 7 }, ...changes })
    await expectCode(stage.service.invoke(invocation, { deadlineMs: 0, signal: AbortSignal.abort() }), code)
    expect([stage.egress.requests.length, stage.secrets.loans.length]).toEqual(asked)
  })

  it('operation_not_found, where somebody computes a lease of what does not exist', async () => {
    const stage = await openService()
    const { describeLease } = await import('../service/describe-lease.ts')
    const { snapshotDigest, connection } = stage.service.facts
    const lease = describeLease({ snapshotDigest, operationRef: 't', connectionRef: connection.ref, authority: AUTHORITY })
    await expectCode(stage.service.invoke(invocationOf(stage, { operationRef: 't', lease })), 'operation_not_found')
    expect(() => stage.service.describe('t', AUTHORITY)).toThrow(GovernedError)
  })
})

describe('nothing is sent for', () => {
  it.each<[string, unknown, string]>([
    ['arguments that the frozen schema does not allow', { city: 7 }, 'schema'],
    ['arguments that are missing', {}, 'schema'],
    ['a list', [], 'not_an_object'],
    ['no arguments', undefined, 'not_json'],
    ['a number that is none', { city: 'x', n: Number.NaN }, 'not_finite'],
    ['a date', { city: new Date(0) }, 'not_json']
  ])('arguments_invalid: %s', async (_name, args, reason) => {
    const stage = await openService({}, { tools: [CITY] })
    const asked = stage.egress.requests.length
    const error = await expectCode(stage.service.invoke(invocationOf(stage, { arguments: args as never })), 'arguments_invalid')
    expect(error.details.reason).toBe(reason)
    expect(stage.egress.requests.length).toBe(asked)
  })

  it('a number that is over the frozen schema by one where doubles end', async () => {
    const exact = '{"name":"t","inputSchema":{"type":"object","properties":{"n":{"type":"integer","maximum":9007199254740993}}}}'
    const stage = await openService({}, { tools: [exact] })
    expect(await stage.call('t', { n: ExactNumber.from('9007199254740993') })).toMatchObject({ trust: 'untrusted' })
    const asked = stage.egress.requests.length
    await expectCode(stage.call('t', { n: ExactNumber.from('9007199254740995') }), 'arguments_invalid')
    expect(stage.egress.requests.length).toBe(asked)
  })

  it('arguments over a bound', async () => {
    const stage = await openService({ bounds: { maxArgumentBytes: 100, maxJsonDepth: 8 } }, { tools: [tool('t')] })
    const asked = stage.egress.requests.length
    expect((await expectCode(stage.call('t', { a: 'x'.repeat(100) }), 'bound_exceeded')).details.bound).toBe('maxArgumentBytes')
    expect((await expectCode(stage.call('t', { a: [[[[[[[[[]]]]]]]]] }), 'bound_exceeded')).details.bound).toBe('maxJsonDepth')
    expect(stage.egress.requests.length).toBe(asked)
  })

  it('a caller who gave up, or whose time is over', async () => {
    const stage = await openService()
    const asked = stage.egress.requests.length
    await expectCode(stage.call('t', {}, { signal: AbortSignal.abort() }), 'cancelled')
    expect((await expectCode(stage.call('t', {}, { deadlineMs: 0 }), 'deadline_exceeded')).details).toEqual({ bound: 'callDeadlineMs', limit: 0 })
    expect(stage.egress.requests.length).toBe(asked)
  })

  it('a tool that was listed with an invalid descriptor: it hides no other, and is named by its operation', async () => {
    const stage = await openService({}, { tools: [tool('bad', { inputSchema: 'none' }), tool('good')] })
    expect((await expectCode(stage.call('bad'), 'tool_invalid')).details).toEqual({ tool: 'sample.op_0', reason: 'input_schema_not_object' })
    expect(stage.service.describe('sample.op_0', AUTHORITY).inputSchema).toEqual({ not: {} })
    expect(await stage.call('good')).toMatchObject({ trust: 'untrusted' })
  })

  it('a credential that custody takes too long for: the outcome is known', async () => {
    const stage = await openService()
    await stage.call('t')
    const calls = stage.server.count('tools/call')
    stage.secrets.withSecret = () => new Promise<never>(() => {})
    expect((await expectCode(stage.call('t', {}, { deadlineMs: 50 }), 'deadline_exceeded')).details).toEqual({ bound: 'callDeadlineMs', limit: 50 })
    expect(stage.server.count('tools/call')).toBe(calls)
  })

  it('a credential that is gone by now', async () => {
    const stage = await openService()
    await stage.call('t')
    const calls = stage.server.count('tools/call')
    stage.secrets.delete('sample-token')
    expect((await expectCode(stage.call('t'), 'secret_unavailable')).details).toEqual({ reason: 'missing' })
    expect(stage.server.count('tools/call')).toBe(calls)
  })
})

describe('a result', () => {
  it('stays JSON as it came: members that nobody knows, null, exact numbers, there and back', async () => {
    const text = '{"content":[{"type":"new-kind","x":null}],"structuredContent":{"n":9007199254740993,"m":1.0},"_meta":{"a/b":1e400},"more":[null]}'
    const stage = await openService({}, { results: { t: text } })
    const { result: value } = await stage.call('t', { n: ExactNumber.from('9007199254740993') })
    expect(value).toMatchObject({ content: [{ type: 'new-kind', x: null }], more: [null] })
    expect(String((value as { structuredContent: { n: unknown } }).structuredContent.n)).toBe('9007199254740993')
    expect(stage.server.requests.at(-1)?.body).toContain('9007199254740993')
  })

  it('that breaks the frozen output schema is kept, and says so', async () => {
    const outputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
    const stage = await openService({}, { tools: [tool('t', { outputSchema })], results: { t: { content: [], structuredContent: { n: 'x' } } } })
    expect(await stage.call('t')).toEqual({ result: expect.objectContaining({ structuredContent: { n: 'x' } }) as unknown, outputSchemaViolation: true, trust: 'untrusted' })
    stage.server.become({ results: { t: { content: [], structuredContent: { n: 1 } } } })
    expect((await stage.call('t')).outputSchemaViolation).toBe(false)
  })

  it('operation_failed: what the server said is sealed for the operator, under tenant and operation', async () => {
    const stage = await openService({}, deviations.toolFailed('remote-words'))
    const error = await expectCode(stage.call('t', {}, { tenantId: 'acme' }), 'operation_failed')
    expect(error.details).toEqual({ operation: 'sample.op_0', sealed: 'sealed-1' })
    expect(stage.seal.sealed[0]?.subject).toEqual({ operationRef: 'sample.op_0', connectionRef: 'sample-connection', code: 'operation_failed', tenantId: 'acme' })
    expect(JSON.parse(Buffer.from(stage.seal.sealed[0]?.content ?? []).toString())).toMatchObject({ isError: true, content: [{ text: 'remote-words' }] })
    expect(JSON.stringify(error) + inspect(error, { depth: 9 })).not.toContain('remote-words')
  })

  it('operation_failed without a reference where sealing fails', async () => {
    const seal = { seal: () => Promise.reject(new Error('disk')) }
    const stage = await openService({ seal }, deviations.toolFailed('remote-words'))
    expect((await expectCode(stage.call('t'), 'operation_failed')).details.sealed).toBeNull()
  })

  it('result_too_large: over its bound', async () => {
    const stage = await openService({ bounds: { maxResultBytes: 1_000 } }, { results: { t: { content: [{ type: 'text', text: 'x'.repeat(1_000) }] } } })
    expect((await expectCode(stage.call('t'), 'result_too_large')).details).toMatchObject({ bound: 'maxResultBytes', limit: 1_000 })
  })

  it('result_too_large: over what the egress lets through', async () => {
    const over = { bound: 'maxDecodedBytes', limit: 10, seen: 11, maybeDelivered: true } as const
    const stage = await openService()
    const exchange = stage.egress.exchange.bind(stage.egress)
    stage.egress.exchange = async (request, sink) => {
      if (request.body?.includes('tools/call') !== true) return exchange(request, sink)
      request.onDispatch()
      throw new GovernedError('egress_bound_exceeded', over)
    }
    expect((await expectCode(stage.call('t'), 'result_too_large')).details).toEqual({ bound: 'maxMessageBytes', limit: 10, seen: 11 })
  })

  it.each([
    ['as it is', TOKEN],
    ['in Base64', Buffer.from(`x ${TOKEN}`).toString('base64')]
  ])('credential_echoed: %s', async (_name, echo) => {
    const stage = await openService({}, { results: { t: { content: [{ type: 'text', text: echo }] } } })
    const error = await expectCode(stage.call('t'), 'credential_echoed')
    expect([error.details, error.cause]).toEqual([{ tool: 'sample.op_0' }, { sealed: 'sealed-1' }])
    expect(Buffer.from(stage.seal.sealed[0]?.content ?? []).toString()).toContain(echo)
    expect(stage.secrets.open).toBe(0)
  })

  it('credential_echoed: with escapes that the server chose', async () => {
    const escaped = [...TOKEN].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('')
    const stage = await openService({}, answering('tools/call', result(`{"content":[{"type":"text","text":"${escaped}"}]}`)))
    await expectCode(stage.call('t'), 'credential_echoed')
  })

  it.each([
    ['input_required', deviations.inputRequired()],
    ['result_unrecognized', deviations.taskResult()],
    ['remote_error', answering('tools/call', rpcError(-32000, 'remote-words'))]
  ])('that is none: %s', async (code, part) => {
    const stage = await openService({}, part)
    const error = await expectCode(stage.call('t'), code as 'input_required')
    expect(JSON.stringify(error) + inspect(error, { depth: 9 })).not.toContain('remote-words')
  })
})

describe('the call is sent once', () => {
  it('outcome_unknown: no answer came', async () => {
    const stage = await openService({}, answering('tools/call', closeBeforeAnswer()))
    await expectCode(stage.call('t'), 'outcome_unknown')
    expect(stage.server.count('tools/call')).toBe(1)
  })

  it('outcome_unknown: the stream ended early; it is not resumed, as nothing is fetched with GET', async () => {
    const stage = await openService({}, { protocolVersions: LEGACY }, deviations.streamResumes())
    const error = await expectCode(stage.call('t'), 'outcome_unknown')
    expect(error.details).toEqual({ because: 'destination_denied' })
    expect([stage.server.count('GET'), stage.server.count('tools/call')]).toEqual([0, 1])
  })

  it('and its deadline is absolute', async () => {
    const stage = await openService({}, answering('tools/call', answerAfter('never')))
    expect((await expectCode(stage.call('t', {}, { deadlineMs: 100 }), 'outcome_unknown')).details).toEqual({ because: 'deadline_exceeded' })
    expect(stage.server.count('tools/call')).toBe(1)
  })

  it('credential_rejected: a challenge is not answered by sending again', async () => {
    const stage = await openService({}, deviations.unauthorized())
    expect((await expectCode(stage.call('t'), 'credential_rejected')).details).toEqual({ status: 401 })
    expect(stage.server.count('tools/call')).toBe(1)
  })

  it('session_expired: nothing ran, and nothing is sent again', async () => {
    const stage = await openService({}, { protocolVersions: LEGACY, session: true })
    await stage.call('t')
    stage.server.expireSessions()
    await expectCode(stage.call('t'), 'session_expired')
    expect(await stage.call('t')).toMatchObject({ trust: 'untrusted' })
  })
})

it('the exchange ends at the final event although the server holds the stream open; not one GET', async () => {
  const stage = await openService({}, { protocolVersions: LEGACY, respondWith: 'sse', session: true }, answering('tools/call', eventStream({ message: '{{good}}' }, { hold: true })))
  expect(await stage.call('t')).toMatchObject({ trust: 'untrusted' })
  await stage.service.close()
  expect(new Set(stage.egress.requests.map(({ method }) => method))).toEqual(new Set(['POST', 'DELETE']))
})

it('a ping in the stream of an older server is answered by a POST of its own', async () => {
  const stage = await openService({}, { protocolVersions: LEGACY }, deviations.pingOnStream())
  const loans = stage.secrets.loans.length
  expect(await stage.call('t')).toMatchObject({ trust: 'untrusted' })
  const answers = stage.egress.requests.filter(({ body }) => body?.includes('"result":{}') === true)
  expect(answers).toHaveLength(1)
  // initialize, initialized, tools/list, tools/call and the answer: a loan each.
  expect(stage.secrets.loans.length - loans).toBe(5)
})

it('progress is handed on in numbers alone', async () => {
  const progress = (members: string): { message: string } => ({ message: `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":{{progressToken}},${members},"message":"remote-words"}}` })
  const stage = await openService({}, answering('tools/call', { sse: true, steps: [progress('"progress":1,"total":2'), progress('"progress":2'), { message: '{{good}}' }] }))
  const seen: unknown[] = []
  await stage.call('t', {}, { onProgress: (one) => seen.push(one) })
  expect(seen).toEqual([{ progress: 1, total: 2 }, { progress: 2 }])
})
