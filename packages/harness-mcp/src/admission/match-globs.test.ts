import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileGlob, compileGlobs } from './match-globs.ts'

describe('a glob', () => {
  it.each([
    ['get_*', 'get_issue', true],
    ['get_*', 'get_', true],
    ['get_*', 'forget_it', false],
    ['*delete*', 'undelete', true],
    ['*delete*', 'delete', true],
    ['a*b', 'ab', true],
    ['a*a', 'a', false],
    ['a*b*c', 'abbc', true],
    ['a*bc*c', 'abc', false],
    ['*', '', true],
    ['**', 'x', true],
    ['t', 't', true],
    ['t', 'T', false],
    ['a.c', 'abc', false],
    ['[ab]', 'a', false],
    ['?', 'x', false],
    ['', 'x', false]
  ])('%s and %s: %s', (pattern, name, fits) => {
    expect(compileGlob(pattern)(name)).toBe(fits)
  })

  it('fits what the regular expression of the same meaning fits', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '_'), maxLength: 12 })
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '_', '*', '*'), maxLength: 8 })
    fc.assert(
      fc.property(pattern, text, (glob, name) => {
        const oracle = new RegExp(`^${glob.replaceAll('*', '.*')}$`, 's')
        expect(compileGlob(glob)(name)).toBe(oracle.test(name))
      }),
      { numRuns: 5_000 }
    )
  })

  it('judges a pattern of many stars and a long name without going back', () => {
    expect(compileGlob(`${'a*'.repeat(50)}b`)('a'.repeat(100_000))).toBe(false)
  })
})

it('several globs fit what one of them fits, and none fits nothing', () => {
  const matches = compileGlobs(['get_*', 'exact'])
  expect(['get_x', 'exact', 'set_x'].map(matches)).toEqual([true, true, false])
  expect(compileGlobs([])('x')).toBe(false)
})
