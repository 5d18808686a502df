import { expect, it } from 'vitest'
import { parseJson } from '../json/parse-json.ts'
import { escapeUnseen } from './unseen-characters.ts'

it.each([
  ['a tag character', '\u{e0041}', '\\udb40\\udc41'],
  ['a bidirectional control', '\u202e', '\\u202e'],
  ['a zero-width space', '\u200b', '\\u200b'],
  ['a variation selector', '\ufe0f', '\\ufe0f'],
  ['a C1 control', '\u009b', '\\u009b'],
  ['a line separator', '\u2028', '\\u2028'],
  ['a blank that is no space', '\u2800', '\\u2800']
])('F14 writes %s as an escape of the same value', (_name, character, escaped) => {
  const text = `"x${character}y"`
  expect(escapeUnseen(text)).toBe(`"x${escaped}y"`)
  expect(parseJson(escapeUnseen(text))).toBe(`x${character}y`)
})

it('leaves what is seen as it is', () => {
  const text = '{"café": "😀 ünïcödé 日本語 \\n"}'
  expect(escapeUnseen(text)).toBe(text)
})
