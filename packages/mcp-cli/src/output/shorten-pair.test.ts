import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortenLine, shortenPair } from './shorten-pair.ts'

test('what fits stays', () => {
  expect(shortenPair('"a"', '"b"', 10)).toEqual(['"a"', '"b"'])
  expect(shortenPair(null, '{}', 10)).toEqual([null, '{}'])
})

test('the change stays visible, however far in it is', () => {
  const shared = 'x'.repeat(500)
  const [before, after] = shortenPair(`${shared}old${shared}`, `${shared}new${shared}`, 40)
  expect(before).toBe(`…${'x'.repeat(16)}old${'x'.repeat(19)}…`)
  expect(after).toBe(`…${'x'.repeat(16)}new${'x'.repeat(19)}…`)
})

test('one side alone is cut at its end', () => {
  expect(shortenPair('a'.repeat(20), null, 10)).toEqual([`${'a'.repeat(9)}…`, null])
})

test('an escape is never cut in half', () => {
  expect(shortenLine('abc\\u{e0041}def', 10)).toBe('abc…')
  expect(shortenLine(`abc\\"${'d'.repeat(20)}`, 5)).toBe('abc…')
})

test('never wider than asked', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.integer({ min: 2, max: 40 }), (before, after, width) => {
      for (const side of shortenPair(before, after, width)) expect(side?.length ?? 0).toBeLessThanOrEqual(width)
    })
  )
})
