import type { OperationBinding } from '@b10x/ports'
import { expectThrownCode, tool } from '@b10x/testkit'
import { expect, it } from 'vitest'
import { openStage } from '../__fixtures__/open-service.ts'
import { bindingsOf } from '../__fixtures__/review-server.ts'
import { prepareService } from '../prepare/prepare-service.ts'
import { bindService, checkBindings } from './bind-service.ts'

const FACTS = {
  serviceRef: 's',
  provider: { displayName: 'S' },
  connection: { ref: 'c', endpointRef: 'mcp_connection', credentialRef: 'token' },
  snapshotDigest: 'sha256:00',
  operations: ['s.a', 's.b'].map((operationRef) => ({ operationRef, title: 'T', description: 'D', effect: 'read' as const, inputSchema: {} }))
}
const GOOD = { endpointRef: 'mcp_connection', credentialRef: 'token', grantRefs: ['g'] }
const without = { endpointRef: 'mcp_connection', grantRefs: ['g'] }

it.each<[string, Record<string, unknown>, string, string]>([
  ['an operation is missing', { 's.a': GOOD }, 's.b', 'absent'],
  ['an operation has none', { 's.a': GOOD, 's.b': null }, 's.b', 'absent'],
  ['an inherited name is none', Object.create({ 's.b': GOOD }, { 's.a': { value: GOOD, enumerable: true } }) as Record<string, unknown>, 's.b', 'absent'],
  ['an operation is unknown', { 's.a': GOOD, 's.b': GOOD, 's.c': GOOD }, 's.c', 'unknown'],
  ['an operation is called __proto__', JSON.parse(`{"s.a":${JSON.stringify(GOOD)},"s.b":${JSON.stringify(GOOD)},"__proto__":{}}`) as Record<string, unknown>, '__proto__', 'unknown'],
  ['another endpoint', { 's.a': GOOD, 's.b': { ...GOOD, endpointRef: 'other' } }, 's.b', 'endpoint'],
  ['no endpoint', { 's.a': GOOD, 's.b': { credentialRef: 'token', grantRefs: ['g'] } }, 's.b', 'endpoint'],
  ['another credential', { 's.a': { ...GOOD, credentialRef: 'Token' }, 's.b': GOOD }, 's.a', 'credential'],
  ['no credential', { 's.a': without, 's.b': GOOD }, 's.a', 'credential'],
  ['no grant', { 's.a': GOOD, 's.b': { ...GOOD, grantRefs: [] } }, 's.b', 'grants'],
  ['a grant without a name', { 's.a': GOOD, 's.b': { ...GOOD, grantRefs: ['g', ' '] } }, 's.b', 'grants'],
  ['grants that are no list', { 's.a': GOOD, 's.b': { ...GOOD, grantRefs: 'g' } }, 's.b', 'grants']
])('binding_mismatch: %s', (_name, bindings, operation, part) => {
  const error = expectThrownCode(() => checkBindings(FACTS, bindings as Record<string, OperationBinding>), 'binding_mismatch')
  expect(error.details).toEqual({ operation, part })
})

it('binding_mismatch: a credential where the profile has none', () => {
  const facts = { ...FACTS, connection: { ref: 'c', endpointRef: 'mcp_connection' } }
  expect(expectThrownCode(() => checkBindings(facts, { 's.a': GOOD, 's.b': GOOD }), 'binding_mismatch').details).toEqual({ operation: 's.a', part: 'credential' })
  expect(checkBindings(facts, { 's.a': without, 's.b': without })['s.a']).toEqual(without)
})

it('what was checked is what is kept', () => {
  const grants = ['g']
  const bindings = checkBindings(FACTS, { 's.a': { ...GOOD, grantRefs: grants }, 's.b': GOOD })
  grants.push('h')
  expect(bindings['s.a']).toEqual(GOOD)
  expect([bindings, bindings['s.a'], bindings['s.a']?.grantRefs].every((one) => Object.isFrozen(one))).toBe(true)
})

it('a factory binds the same way, and opens nothing', async () => {
  const stage = await openStage({}, { tools: [tool('a'), tool('b')] })
  const factory = await prepareService(stage.profile, stage.options)
  const asked = stage.egress.requests.length
  const { 'sample.op_0': first, ...rest } = bindingsOf(stage.profile)
  expect(expectThrownCode(() => factory.bind(rest), 'binding_mismatch').details).toEqual({ operation: 'sample.op_0', part: 'absent' })
  expect(expectThrownCode(() => bindService(factory, { ...rest, 'sample.op_0': { ...(first as OperationBinding), endpointRef: 'x' } }), 'binding_mismatch').details.part).toBe('endpoint')
  const service = bindService(factory, bindingsOf(stage.profile))
  expect(service.bindings).toEqual(bindingsOf(stage.profile))
  expect(stage.egress.requests.length).toBe(asked)
})
