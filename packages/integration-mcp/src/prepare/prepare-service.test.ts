import { readdirSync } from 'node:fs'
import { inspect } from 'node:util'
import type { SnapshotDiff } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import { LEGACY, answering, createMemorySecretStore, expectCode, neverAnswer, startHttpServer, tool } from '@b10x/testkit'
import type { ScriptPart } from '@b10x/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLoopbackEgress } from '../__fixtures__/loopback-egress.ts'
import { openStage } from '../__fixtures__/open-service.ts'
import { bindingsOf, reviewServer } from '../__fixtures__/review-server.ts'
import { assertPair } from '../assert-integration-foundation.ts'
import { prepareService } from './prepare-service.ts'

const REVIEWED = tool('a', {
  title: 'A',
  description: 'Words.',
  inputSchema: { type: 'object', properties: { n: { type: 'integer', enum: [1, 2] } } },
  annotations: { readOnlyHint: true },
  _meta: { 'x/y': { deep: [{ er: 1 }] } }
})
const BOTH = { tools: [REVIEWED, tool('b')] }
const change = (members: Readonly<Record<string, unknown>>): ScriptPart => ({ tools: [{ ...REVIEWED, ...members }, tool('b')] })

describe('snapshot_mismatch: callers see the code, operators the difference', () => {
  it.each<[string, ScriptPart, readonly unknown[]]>([
    ['a missing tool', { tools: [REVIEWED] }, [{ kind: 'tool_removed', tool: 'b', pointer: '' }]],
    ['an added tool', { tools: [REVIEWED, tool('b'), tool('remote-new')] }, [{ kind: 'tool_added', tool: 'remote-new' }]],
    ['a changed description', change({ description: 'remote-new' }), [{ kind: 'member_changed', tool: 'a', pointer: '/description' }]],
    ['a changed title', change({ title: 'B' }), [{ kind: 'member_changed', pointer: '/title' }]],
    ['a changed annotation', change({ annotations: { readOnlyHint: false } }), [{ kind: 'member_changed', pointer: '/annotations/readOnlyHint' }]],
    ['a changed value deep in a schema', change({ inputSchema: { type: 'object', properties: { n: { type: 'integer', enum: [1, 3] } } } }), [{ kind: 'member_changed', pointer: '/inputSchema/properties/n/enum/1' }]],
    ['a changed value deep in _meta', change({ _meta: { 'x/y': { deep: [{ er: 2 }] } } }), [{ kind: 'member_changed', pointer: '/_meta/x~1y/deep/0/er' }]],
    ['a new member that nobody knows', change({ 'remote-new': null }), [{ kind: 'member_added', pointer: '/remote-new' }]],
    ['a member that is gone', { tools: [tool('a', { ...REVIEWED, title: undefined }), tool('b')] }, [{ kind: 'member_removed', pointer: '/title' }]]
  ])('%s', async (_name, live, differences) => {
    const stage = await openStage({}, BOTH)
    stage.server.become(live)
    const error = await expectCode(prepareService(stage.profile, stage.options), 'snapshot_mismatch')
    expect(error.details).toEqual({ differences: differences.length })
    expect((error.cause as SnapshotDiff).differences).toMatchObject(differences)
    expect(JSON.stringify(error) + inspect(error, { depth: 9 })).not.toContain('remote-new')
  })

  it.each<[string, ScriptPart, ScriptPart, string]>([
    ['a newer server', { protocolVersions: LEGACY }, { protocolVersions: ['2026-07-28'] }, '2025-11-25'],
    ['an older server', {}, { protocolVersions: LEGACY }, '2026-07-28'],
    ['another revision of one era', { protocolVersions: ['2025-06-18'] }, { protocolVersions: ['2025-11-25'] }, '2025-06-18']
  ])('another protocol revision: %s', async (_name, reviewed, live, before) => {
    const stage = await openStage({}, reviewed)
    expect(stage.profile.snapshot.protocolVersion).toBe(before)
    stage.server.become(live)
    const error = await expectCode(prepareService(stage.profile, stage.options), 'snapshot_mismatch')
    expect(error.cause).toMatchObject({ equal: false, differences: [{ kind: 'protocol_changed', tool: null, before }] })
  })
})

describe('what is refused before a byte goes out', () => {
  it.each([
    ['a credential that is missing', 'secret_unavailable', { secrets: createMemorySecretStore() }, {}],
    ['bounds over their ceiling', 'bounds_invalid', { bounds: { maxTools: 1_000_000 } }, {}],
    ['a comparison that holds for too long', 'option_invalid', { verifiedForMs: 60_001 }, {}],
    ['a foundation that is not the pinned build', 'foundation_release_mismatch', {}, { foundation: { version: '0.1.0', revision: '0'.repeat(40) } }],
    ['a destination that is not bound', 'destination_denied', {}, { connection: { ref: 'other', endpointRef: 'mcp_connection' as const } }],
    ['a mapping that is not total, however the profile was made', 'tool_unmapped', {}, { operations: [] }]
  ])('%s', async (_name, code, options, changes) => {
    const stage = await openStage()
    const sockets = stage.server.socketsOpened
    await expectCode(prepareService({ ...stage.profile, ...changes }, { ...stage.options, ...options }), code as 'secret_unavailable')
    expect([stage.egress.requests.length, stage.server.socketsOpened]).toEqual([0, sockets])
  })

  it('a digest that was edited, also in a value', async () => {
    const stage = await openStage()
    const [first, ...rest] = stage.profile.snapshot.tools
    const tools = [{ ...first, descriptor: { ...(first?.descriptor as object), description: 'Edited.' } } as typeof first & object, ...rest]
    const edited = { ...stage.profile, snapshot: { ...stage.profile.snapshot, tools } }
    expect((await expectCode(prepareService(edited, stage.options), 'snapshot_digest_mismatch')).details).toEqual({ tool: 't' })
    expect(stage.egress.requests).toEqual([])
  })

  it('a signal that has aborted', async () => {
    const stage = await openStage()
    await expectCode(prepareService(stage.profile, { ...stage.options, signal: AbortSignal.abort() }), 'cancelled')
    expect(stage.egress.requests).toEqual([])
  })
})

describe('the pair of builds', () => {
  const built = { name: 'x', version: '1.0.0', revision: 'a'.repeat(40), dirty: false }

  it.each([
    ['one build', built, built, true],
    ['another revision', built, { ...built, revision: 'b'.repeat(40) }, false],
    ['another version', built, { ...built, version: '1.0.1' }, false],
    ['a dirty foundation', built, { ...built, dirty: true }, false],
    ['from source: versions alone', { ...built, revision: null, dirty: true }, { ...built, revision: null, dirty: true }, true],
    ['from source: another version', { ...built, revision: null }, { ...built, version: '2.0.0' }, false]
  ])('%s', async (_name, integration, foundation, fits) => {
    const judged = Promise.resolve().then(() => assertPair(integration, foundation))
    if (fits) await judged
    else await expectCode(judged, 'foundation_release_mismatch')
  })
})

it('a prepared factory is inert: nothing was kept open, nothing is asked while it stands or is bound', async () => {
  const stage = await openStage({}, { protocolVersions: LEGACY, session: true, tools: [tool('t')] })
  const timers = activeTimers()
  const factories = await Promise.all(Array.from({ length: 20 }, () => prepareService(stage.profile, stage.options)))
  // Sessions: begun and ended, with that of the review.
  expect([stage.server.count('initialize'), stage.server.count('DELETE')]).toEqual([21, 21])
  const asked = [stage.egress.requests.length, stage.egress.lookups, stage.secrets.loans.length, stage.server.socketsOpened]
  const services = factories.map((factory) => factory.bind(bindingsOf(stage.profile)))
  for (const service of services) service.describe('sample.op_0', { seed: 's', policyVersion: '1' })
  await new Promise((resolve) => setImmediate(resolve))
  expect([stage.egress.requests.length, stage.egress.lookups, stage.secrets.loans.length, stage.server.socketsOpened]).toEqual(asked)
  expect(activeTimers()).toBeLessThan(timers + 10)
  expect(factories.every((factory) => Object.isFrozen(factory))).toBe(true)
  for (const service of services) await service.close()
})

it('200 refused prepares leave sockets, timers and descriptors as before', { timeout: 60_000 }, async () => {
  await using server = await startHttpServer({ protocolVersions: LEGACY, session: true, tools: [tool('t')] })
  const profile = await reviewServer(server.url)
  const egress = createLoopbackEgress(server.url)
  onTestFinished(() => egress.close())
  const options = { egress, secrets: createMemorySecretStore({ 'sample-token': 'canary-token-0123456789' }) }
  await prepareService(profile, options)
  server.become({ tools: [tool('t', { description: 'Changed.' })] })
  await expectCode(prepareService(profile, options), 'snapshot_mismatch')
  const before = [server.openSockets(), activeTimers(), descriptors()]
  const [sessions, ended] = [server.count('initialize'), server.count('DELETE')]
  for (let round = 0; round < 200; round += 1) await expectCode(prepareService(profile, options), 'snapshot_mismatch')
  const after = [server.openSockets(), activeTimers(), descriptors()]
  // What the runner itself has open comes and goes; what a refusal left would be there 200 times.
  for (const [index, count] of after.entries()) expect(count).toBeLessThan((before[index] ?? 0) + 10)
  expect([server.count('initialize') - sessions, server.count('DELETE') - ended]).toEqual([200, 200])
})

describe('preparing ends', () => {
  it('with its signal, in the middle of the listing: nothing stays open or on loan', async () => {
    const stage = await openStage({}, { protocolVersions: LEGACY, session: true })
    stage.server.become(answering('tools/list', neverAnswer()))
    const caller = new AbortController()
    const [lists, ended] = [stage.server.count('tools/list'), stage.server.count('DELETE')]
    const outcome = expectCode(prepareService(stage.profile, { ...stage.options, signal: caller.signal }), 'cancelled')
    await stage.server.received('tools/list', lists + 1)
    caller.abort()
    await outcome
    expect([stage.server.count('DELETE') - ended, stage.secrets.open]).toEqual([1, 0])
  })

  it('with its deadline, where custody never answers: nothing goes out', async () => {
    const stage = await openStage()
    const secrets = { withSecret: () => new Promise<never>(() => {}) }
    const error = await expectCode(prepareService(stage.profile, { ...stage.options, secrets, bounds: { connectDeadlineMs: 50 } }), 'deadline_exceeded')
    expect([error.details.bound, stage.egress.requests.length]).toEqual(['connectDeadlineMs', 0])
  })
})

it('an egress that refuses is thrown on, and nothing stays open', async () => {
  const stage = await openStage()
  const egress = { ...stage.egress, addressOf: stage.egress.addressOf, exchange: () => Promise.reject(new GovernedError('address_denied', { reason: 'private' })) }
  await expectCode(prepareService(stage.profile, { ...stage.options, egress }), 'address_denied')
  expect(stage.secrets.open).toBe(0)
})

it('a server that echoes the credential in its listing is refused and sealed under the service', async () => {
  const stage = await openStage()
  stage.server.become({ tools: [tool('t', { description: 'You sent canary-token-0123456789.' })] })
  const error = await expectCode(prepareService(stage.profile, stage.options), 'credential_echoed')
  expect(error.details).toEqual({ tool: 'sample' })
  expect(stage.seal.sealed).toHaveLength(1)
})

it('a service of 1 000 tools is prepared', { timeout: 30_000 }, async () => {
  const tools = Array.from({ length: 1_000 }, (_one, index) => tool(`tool_${index}`, { description: 'x'.repeat(300), inputSchema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer', minimum: 0 } } } }))
  const stage = await openStage({}, { tools })
  const factory = await prepareService(stage.profile, stage.options)
  expect(factory.facts.operations).toHaveLength(1_000)
})

function activeTimers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
}

function descriptors(): number {
  return readdirSync('/proc/self/fd').length
}
