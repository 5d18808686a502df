import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseChallenge } from './parse-challenge.ts'

describe('a WWW-Authenticate', () => {
  it.each([
    [['Bearer'], { error: null, resourceMetadata: null, scopes: null }],
    [['bearer error="invalid_token", scope="a b a"'], { error: 'invalid_token', resourceMetadata: null, scopes: ['a', 'b'] }],
    [['Basic realm="x"', 'Bearer resource_metadata="https://m.example/p?a=b,c"'], { error: null, resourceMetadata: 'https://m.example/p?a=b,c', scopes: null }],
    [['Basic realm="Bearer scope=\\"x\\"", Bearer scope=y'], { error: null, resourceMetadata: null, scopes: ['y'] }],
    [['DPoP algs="ES256", Bearer error="insufficient_scope", scope=""'], { error: 'insufficient_scope', resourceMetadata: null, scopes: null }],
    [['Bearer scope="a', 'Bearer scope="b"'], { error: null, resourceMetadata: null, scopes: ['b'] }],
    [['Negotiate abc=='], null],
    [['Bearer\u0000'], null],
    [[], null]
  ])('%j is read', async (lines, expected) => {
    expect(await parseChallenge(lines)).toEqual(expected)
  })

  it('is read, whatever it is', async () => {
    const part = fc.constantFrom('Bearer', 'Basic', ' ', ',', '"', '\\', '=', 'scope', 'error', 'a', '==', '\t', '__proto__', '\u00ff')
    const line = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 4 }), async (lines) => {
        const challenge = await parseChallenge(lines)
        expect(challenge === null || (challenge.scopes ?? ['a']).every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))).toBe(true)
      }),
      { numRuns: 500 }
    )
  })
})
