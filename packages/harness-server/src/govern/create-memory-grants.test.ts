import { expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { createMemoryGrants } from './create-memory-grants.ts'

const CALL = { tool: 'pay', inputDigest: 'sha256:1', policyVersion: 'v1', actor: 'user:alice', tenantId: 'acme' }

describe('grants in memory', () => {
  it('are found for exactly their call until they are spent', () => {
    const grants = createMemoryGrants()
    const grant = grants.grant(CALL, 'user:bob')
    expect(grants.findGrant(CALL)).toBe(grant)
    for (const member of Object.keys(CALL)) {
      expect(grants.findGrant({ ...CALL, [member]: 'other' })).toBeUndefined()
      expect(grants.findGrant({ ...CALL, [member]: undefined })).toBeUndefined()
    }
    expect([grant.redeem?.(), grant.redeem?.(), grants.redeem(grant.id)]).toEqual([true, false, false])
    expect(grants.findGrant(CALL)).toBeUndefined()
  })

  it('run out, found or held', () => {
    let now = 0
    const grants = createMemoryGrants({ ttlMs: 10, clock: { now: () => now } })
    const grant = grants.grant(CALL, 'user:bob')
    now = 10
    expect([grants.findGrant(CALL), grant.redeem?.()]).toEqual([undefined, false])
  })

  it('are given by somebody else than the one who calls, and not without end', () => {
    const grants = createMemoryGrants({ maxEntries: 1 })
    expectThrownCode(() => grants.grant(CALL, 'user:alice'), 'option_invalid')
    expectThrownCode(() => grants.grant(CALL, ''), 'option_invalid')
    grants.grant(CALL, 'user:bob')
    expectThrownCode(() => grants.grant(CALL, 'user:bob'), 'option_invalid')
    expectThrownCode(() => createMemoryGrants({ ttlMs: -1 }), 'option_invalid')
  })
})
