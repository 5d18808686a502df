import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoredPending } from '../state/stored-state.ts'
import { judgeResponse } from './judge-response.ts'

const PENDING: StoredPending = {
  state: 'the-state',
  codeVerifier: 'verifier',
  issuer: 'https://as.example',
  issPromised: true,
  client: { clientId: 'client' },
  redirectUrl: 'https://agents.example/callback?host=1',
  resource: 'https://mcp.example/mcp',
  scopes: [],
  stepUp: false,
  at: 0
}

function judge(address: string, pending: Partial<StoredPending> = {}): string {
  const judgement = judgeResponse({ kind: 'response', address }, { pending: [{ ...PENDING, ...pending }] }, 0)
  if (judgement.kind === 'accepted') return `code ${judgement.parameters.get('code') ?? ''}`
  return `${judgement.error.code}${judgement.spends === null ? '' : ', over'}`
}

describe('an answer', () => {
  const at = 'https://agents.example/callback?host=1'
  const iss = `iss=${encodeURIComponent('https://as.example')}`

  it.each([
    [`${at}&state=the-state&code=c&${iss}`, 'code c', 'code c'],
    [`${at}&state=the-state&code=c&${iss}&extra=1#fragment`, 'code c', 'code c'],
    // RFC 9207, 2.4 with the four rows of MCP 2026-07-28.
    [`${at}&state=the-state&code=c`, 'issuer_missing, over', 'code c'],
    [`${at}&state=the-state&code=c&iss=https%3A%2F%2Fas.example%2F`, 'issuer_mismatch, over', 'issuer_mismatch, over'],
    [`${at}&state=the-state&code=c&iss=https%3A%2F%2Fas.example%3A443`, 'issuer_mismatch, over', 'issuer_mismatch, over'],
    [`${at}&state=the-state&code=c&iss=HTTPS%3A%2F%2Fas.example`, 'issuer_mismatch, over', 'issuer_mismatch, over'],
    [`${at}&state=the-state&code=c&iss=https%3A%2F%2Fas.%65xample%252F`, 'issuer_mismatch, over', 'issuer_mismatch, over'],
    [`${at}&state=the-state&code=c&iss=`, 'issuer_mismatch, over', 'issuer_mismatch, over'],
    [`${at}&state=the-state&code=c&${iss}&${iss}`, 'issuer_mismatch, over', 'issuer_mismatch, over'],
    [`${at}&state=the-state&error=access_denied&iss=https%3A%2F%2Fevil`, 'issuer_mismatch, over', 'issuer_mismatch, over'],
    [`${at}&state=the-state&error=access_denied`, 'issuer_missing, over', 'authorization_refused, over'],
    [`${at}&state=the-state&error=access_denied&code=c&${iss}`, 'authorization_refused, over', 'authorization_refused, over'],
    [`${at}&state=the-state&${iss}`, 'authorization_response_invalid, over', 'authorization_response_invalid, over'],
    [`${at}&state=the-state&code=&${iss}`, 'authorization_response_invalid, over', 'authorization_response_invalid, over'],
    // Not ours: the attempt stays open.
    [`${at}&state=THE-STATE&code=c&${iss}`, 'authorization_response_invalid', 'authorization_response_invalid'],
    [`${at}&code=c&${iss}`, 'authorization_response_invalid', 'authorization_response_invalid'],
    [`http://agents.example/callback?state=the-state&code=c&${iss}`, 'authorization_response_invalid', 'authorization_response_invalid'],
    [`https://agents.example:444/callback?state=the-state&code=c&${iss}`, 'authorization_response_invalid', 'authorization_response_invalid'],
    [`https://agents.example/callback/?state=the-state&code=c&${iss}`, 'authorization_response_invalid', 'authorization_response_invalid'],
    ['?state=the-state&code=c', 'authorization_response_invalid', 'authorization_response_invalid']
  ])('%s', (address, promised, notPromised) => {
    expect([judge(address), judge(address, { issPromised: false })]).toEqual([promised, notPromised])
  })

  it('is taken with the state of an attempt and no other, whatever it holds', () => {
    const value = fc.oneof(fc.constantFrom('the-state', 'https://as.example', 'c', 'access_denied'), fc.string({ maxLength: 12 }))
    const names = fc.constantFrom('state', 'iss', 'code', 'error', 'response', 'id_token')
    fc.assert(
      fc.property(fc.array(fc.tuple(names, value), { maxLength: 8 }), (pairs) => {
        const url = new URL(PENDING.redirectUrl)
        for (const [name, one] of pairs) url.searchParams.append(name, one)
        const all = (name: string): readonly string[] => pairs.flatMap(([other, one]) => (other === name ? [one] : []))
        const good = all('state').join() === 'the-state' && all('state').length === 1 && all('iss').join() === PENDING.issuer && all('iss').length === 1 && all('code').length === 1 && all('code')[0] !== '' && all('error').length === 0
        expect(judge(url.href).startsWith('code ')).toBe(good)
      }),
      { numRuns: 2000 }
    )
  })
})
