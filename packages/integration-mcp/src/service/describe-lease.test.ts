import { createHash } from 'node:crypto'
import { expectThrownCode, tool } from '@b10x/testkit'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openStage } from '../__fixtures__/open-service.ts'
import { AUTHORITY, bindingsOf } from '../__fixtures__/review-server.ts'
import { prepareService } from '../prepare/prepare-service.ts'
import { describeLease } from './describe-lease.ts'

const SUBJECT = { snapshotDigest: 'sha256:00', operationRef: 'a.b', connectionRef: 'c', authority: { seed: 'sha256:01', policyVersion: '7' } }

it('is a digest of length-prefixed facts, as anybody can compute it', () => {
  const hash = createHash('sha256')
  for (const fact of ['b10x.describe-lease.v1', 'sha256:00', 'sha256:01', 'a.b', 'c', '7']) hash.update(Buffer.from([0, 0, 0, fact.length])).update(fact)
  expect(describeLease(SUBJECT)).toBe(`lease:${hash.digest('hex')}`)
})

it('differs with every fact, also where the facts joined are the same text', () => {
  const facts = fc.record({ snapshotDigest: fc.string(), operationRef: fc.string(), connectionRef: fc.string(), authority: fc.record({ seed: fc.string(), policyVersion: fc.string() }) })
  fc.assert(
    fc.property(facts, facts, (a, b) => {
      expect(describeLease(a) === describeLease(b)).toBe(JSON.stringify(a) === JSON.stringify(b))
    })
  )
  expect(describeLease({ ...SUBJECT, operationRef: 'a.bc', connectionRef: '' })).not.toBe(describeLease({ ...SUBJECT, operationRef: 'a.b', connectionRef: 'c' }))
})

it('is over text that has bytes of its own', () => {
  for (const seed of ['\ud800', 7 as unknown as string]) expect(() => describeLease({ ...SUBJECT, authority: { seed, policyVersion: '' } })).toThrow(TypeError)
})

it('is the same on another replica, and another where anything that was read is another', async () => {
  const stage = await openStage({}, { tools: [tool('a'), tool('b')] })
  const [one, two] = await Promise.all([0, 1].map(async () => (await prepareService(stage.profile, stage.options)).bind(bindingsOf(stage.profile))))
  const { lease, ...facts } = one?.describe('sample.op_0', AUTHORITY) ?? { lease: '' }
  expect(two?.describe('sample.op_0', AUTHORITY)).toEqual({ lease, ...facts })
  expect(facts).toEqual({ operationRef: 'sample.op_0', title: 'Operation 0', description: 'In local words.', effect: 'read', inputSchema: { type: 'object' }, connectionRef: 'sample-connection' })
  expect(lease).toMatch(/^lease:[0-9a-f]{64}$/)
  expect(one?.describe('sample.op_1', AUTHORITY).lease).not.toBe(lease)
  expect(one?.describe('sample.op_0', { ...AUTHORITY, policyVersion: '2' }).lease).not.toBe(lease)
  stage.server.become({ tools: [tool('a', { description: 'Other.' }), tool('b')] })
  const { reviewServer } = await import('../__fixtures__/review-server.ts')
  const again = await reviewServer(stage.server.url)
  const drifted = (await prepareService(again, stage.options)).bind(bindingsOf(again))
  expect(drifted.describe('sample.op_0', AUTHORITY).lease).not.toBe(lease)
  expectThrownCode(() => drifted.describe('sample.other', AUTHORITY), 'operation_not_found')
})
