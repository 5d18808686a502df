import { createHash } from 'node:crypto'
import { expectThrownCode } from '@b10x/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkLocalName, nameTool } from './name-tool.ts'

const digestOf = (prefix: string, name: string): string => createHash('sha256').update(`${prefix}\0${name}`).digest('hex').slice(0, 16)

describe('a name', () => {
  it.each([
    ['github', 'get_issue', 'github_get_issue'],
    ['a', 'b__c', 'a_b__c'],
    ['my-server', 'read-file', 'my-server_read-file'],
    ['a', '__proto__', 'a___proto__'],
    ['a', 'x'.repeat(62), `a_${'x'.repeat(62)}`],
    ['a', 'x_0123456789abcde', 'a_x_0123456789abcde'],
    ['a', 'x_0123456789ABCDEF', 'a_x_0123456789ABCDEF']
  ])('%s and %s stay readable', (prefix, name, published) => {
    expect(nameTool(prefix, name)).toBe(published)
  })

  it.each([
    ['a__b', 'c', 'a__b_c'],
    ['a_b', 'c', 'a_b_c'],
    ['a', 'read file', 'a_read_file'],
    ['a', 'read.file', 'a_read_file'],
    ['a', 'süß 👋', 'a_s____'],
    ['crm/prod', 'get', 'crm_prod_get'],
    ['a', 'x'.repeat(63), `a_${'x'.repeat(45)}`],
    ['a', 'x'.repeat(200), `a_${'x'.repeat(45)}`],
    ['a', 'x_0123456789abcdef', 'a_x_0123456789abcdef']
  ])('%s and %s get a stem and a digest', (prefix, name, stem) => {
    expect(nameTool(prefix, name)).toBe(`${stem}_${digestOf(prefix, name)}`)
  })

  it('a tool cannot ask for the composed name of another one', () => {
    const composed = nameTool('a', 'b c')
    expect(nameTool('a', composed.slice(2))).not.toBe(composed)
  })
})

// F4 and what else is known to meet: twins over prefixes, case, look-alikes after replacing, names of prototypes, lengths.
const AWKWARD = ['__proto__', 'constructor', 'toString', 'b__c', 'c', '_c', 'C', 'read-file', 'read_file', 'read.file', 'read file', 'x'.repeat(200), `${'x'.repeat(199)}y`, 'x_0123456789abcdef']
const PREFIXES = ['a', 'a__b', 'a_b', 'a-b', 'b', 'A', 'a.b', 'a_']

it('is injective and independent of order over 100 000 generated sets of names', { timeout: 120_000 }, () => {
  const piece = fc.oneof(fc.constantFrom(...AWKWARD), fc.string({ unit: fc.constantFrom('a', 'b', '_', '-', '.', ' ', 'é'), minLength: 1, maxLength: 5 }))
  const tail = fc.constantFrom('', '_0123456789abcdef', '__c', 'x'.repeat(60))
  const pair = fc.tuple(fc.constantFrom(...PREFIXES), fc.tuple(piece, tail).map((parts) => parts.join('')))
  const identify = ([prefix, name]: readonly [string, string]): string => JSON.stringify([prefix, name])
  let sets = 0
  fc.assert(
    fc.property(fc.uniqueArray(pair, { selector: identify, minLength: 2, maxLength: 8 }), (pairs) => {
      sets += 1
      const named = new Map(pairs.map((one) => [identify(one), nameTool(...one)]))
      if (new Set(named.values()).size !== pairs.length) throw new Error('two pairs share a name')
      for (const name of named.values()) if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) throw new Error(name)
      for (const one of pairs.toReversed()) if (nameTool(...one) !== named.get(identify(one))) throw new Error('order counts')
    }),
    { numRuns: 100_000 }
  )
  expect(sets).toBe(100_000)
})

it('publishes any text', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 300, unit: 'binary' }), (name) => {
      expect(nameTool('a', name)).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    })
  )
})

describe('a local name', () => {
  it.each(['github', 'a__b', 'crm/prod', 'Büro 1', 'x'.repeat(64)])('%s is one', (name) => {
    expect(() => checkLocalName('name', name)).not.toThrow()
  })

  it.each(['', 'x'.repeat(65), 'a\0b', 'a\nb', 'a\u200bb', 'a\u202eb', 'a\u{e0041}b', '\ud800', undefined, 7])('%o is none', (name) => {
    expect(expectThrownCode(() => checkLocalName('name', name), 'option_invalid').details).toMatchObject({ option: 'name' })
  })
})
