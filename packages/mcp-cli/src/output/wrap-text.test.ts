import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indentLines, wrapLine } from './wrap-text.ts'

test('breaks at spaces', () => {
  expect(wrapLine('one two three', 7)).toEqual(['one two', 'three'])
})

test('a long word has a line of its own', () => {
  expect(wrapLine('a abcdefghij b', 5)).toEqual(['a', 'abcdefghij', 'b'])
})

test('every line stands under the margin', () => {
  expect(indentLines(['a', '', 'equal'], 2)).toEqual(['  a', '', '  equal'])
})

test('nothing is lost', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 20 }), (line, width) => {
      expect(wrapLine(line, width).join(' ').replaceAll(' ', '')).toBe(line.replaceAll(' ', ''))
    })
  )
})
