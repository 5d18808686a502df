import { describe, expect, it } from 'vitest'
import type { Principal } from '@b10x/ports'
import { DEFAULT_SERVER_BOUNDS } from '../server-bounds.ts'
import { createCallLimits } from './call-limits.ts'
import type { CallLimits, Limited } from './call-limits.ts'
import { FRONT_BOUNDS } from './front-bounds.ts'

const ALICE: Principal = { subject: 'alice', scopes: [] }

function limitsWith(bounds: object): { readonly limits: CallLimits; readonly clock: { now: number } } {
  const clock = { now: 0 }
  return { limits: createCallLimits({ ...DEFAULT_SERVER_BOUNDS, ...bounds }, () => clock.now), clock }
}

function end(entered: Limited | (() => void)): void {
  if (typeof entered !== 'function') throw entered.error
  entered()
}

const refusalOf = (entered: Limited | (() => void) | null): unknown => (entered === null || typeof entered === 'function' ? null : [entered.error.code, entered.error.details, entered.retryAfter])

describe('calls at a time', () => {
  it('are bounded per principal, and one that ends makes room once', () => {
    const { limits } = limitsWith({ maxInflight: 2 })
    const [first] = [limits.enter(ALICE), limits.enter(ALICE)]
    expect(refusalOf(limits.look(ALICE))).toEqual(['rate_limited', { limit: 2, windowMs: null }, 1])
    expect(refusalOf(limits.enter(ALICE))).toEqual(['rate_limited', { limit: 2, windowMs: null }, 1])
    end(first as () => void)
    end(first as () => void)
    expect(typeof limits.enter(ALICE)).toBe('function')
    expect(typeof limits.enter(ALICE)).not.toBe('function')
  })

  it.each<[string, Principal | null]>([
    ['another subject', { subject: 'bob', scopes: [] }],
    ['the subject in another tenant', { ...ALICE, tenantId: 'acme' }],
    ['the subject of another issuer', { ...ALICE, issuer: 'https://as.example' }],
    ['nobody', null]
  ])('of %s are not those of alice', (_name, other) => {
    const { limits } = limitsWith({ maxInflight: 1 })
    limits.enter(ALICE)
    expect(typeof limits.enter(other)).toBe('function')
    expect(typeof limits.enter(other)).not.toBe('function')
  })
})

describe('calls in a window', () => {
  it('are bounded, and counted anew when it is over', () => {
    const { limits, clock } = limitsWith({ maxCallsPerWindow: 2, windowMs: 10_000 })
    end(limits.enter(ALICE))
    clock.now = 4_500
    end(limits.enter(ALICE))
    expect(refusalOf(limits.look(ALICE))).toEqual(['rate_limited', { limit: 2, windowMs: 10_000 }, 6])
    expect(refusalOf(limits.enter(ALICE))).toEqual(['rate_limited', { limit: 2, windowMs: 10_000 }, 6])
    clock.now = 10_000
    expect(limits.look(ALICE)).toBeNull()
    end(limits.enter(ALICE))
    clock.now = 19_999
    end(limits.enter(ALICE))
    expect(typeof limits.enter(ALICE)).not.toBe('function')
  })

  it('that were refused do not count', () => {
    const { limits, clock } = limitsWith({ maxInflight: 1, maxCallsPerWindow: 2, windowMs: 10_000 })
    const first = limits.enter(ALICE)
    for (let tried = 0; tried < 5; tried += 1) limits.enter(ALICE)
    end(first)
    clock.now = 1
    expect(typeof limits.enter(ALICE)).toBe('function')
  })
})

it('callers are remembered in a bounded table, and one with a call running is not forgotten', () => {
  const { limits } = limitsWith({ maxInflight: 1, maxCallsPerWindow: 1 })
  limits.enter(ALICE)
  end(limits.enter({ subject: 'first', scopes: [] }))
  for (let other = 0; other < FRONT_BOUNDS.maxPrincipals; other += 1) end(limits.enter({ subject: `caller ${other}`, scopes: [] }))
  expect(limits.look({ subject: 'first', scopes: [] })).toBeNull()
  expect(refusalOf(limits.look(ALICE))).not.toBeNull()
})

it('when all that are remembered have calls running, another one waits', () => {
  const { limits } = limitsWith({})
  for (let other = 0; other < FRONT_BOUNDS.maxPrincipals; other += 1) limits.enter({ subject: `caller ${other}`, scopes: [] })
  expect(refusalOf(limits.enter(ALICE))).toEqual(['rate_limited', { limit: 64, windowMs: null }, 1])
})
