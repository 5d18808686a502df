import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAuthoritySeed } from './create-authority-seed.ts'

const CALLER = { tenantId: 'acme', subject: 'user:ann', audience: 'desk', grantSetRevision: '7' }

test('the digest of the tag and four facts, each behind its length', () => {
  const encoded = ['b10x.authority-seed.v1', 'acme', 'user:änn', 'desk', '7'].map((fact) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(Buffer.byteLength(fact))
    return Buffer.concat([length, Buffer.from(fact)])
  })
  const digest = createHash('sha256').update(Buffer.concat(encoded)).digest('hex')
  expect(createAuthoritySeed({ ...CALLER, subject: 'user:änn' })).toBe(`sha256:${digest}`)
})

test('a value that other programs can compare with', () => {
  expect(createAuthoritySeed(CALLER)).toBe('sha256:aec2cf0813a5df1f745aa4ffba38f8a2e44c70dbacdc15b659a99529048a475c')
})

test('no two callers share one', () => {
  const fact = fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme' }).filter((text) => text.isWellFormed())
  const caller = fc.record({ tenantId: fact, subject: fact, audience: fact, grantSetRevision: fact })
  fc.assert(
    fc.property(caller, caller, (one, other) => {
      const same = JSON.stringify(one) === JSON.stringify(other)
      expect(createAuthoritySeed(one) === createAuthoritySeed(other)).toBe(same)
    })
  )
})

test('nothing moves from one fact into the next', () => {
  expect(createAuthoritySeed({ ...CALLER, tenantId: 'acmeu', subject: 'ser:ann' })).not.toBe(createAuthoritySeed(CALLER))
  expect(createAuthoritySeed({ ...CALLER, audience: '7', grantSetRevision: 'desk' })).not.toBe(createAuthoritySeed(CALLER))
})

test.each([['tenantId', ''], ['subject', '\ud800'], ['audience', undefined], ['grantSetRevision', 7]])('%s = %j is a mistake of the host', (name, value) => {
  expect(() => createAuthoritySeed({ ...CALLER, [name]: value } as typeof CALLER)).toThrow(TypeError)
})
