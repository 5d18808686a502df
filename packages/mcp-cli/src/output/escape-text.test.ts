import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeJsonText, escapeLines, escapeText, quoteText } from './escape-text.ts'

describe('X-03, F14: what a reader would not see', () => {
  test.each([
    ['tag block', '\u{E0041}\u{E007F}', '\\u{e0041}\\u{e007f}'],
    ['bidi embedding and override', '\u202A\u202E', '\\u{202a}\\u{202e}'],
    ['bidi isolates and marks', '\u2066\u2069\u200E\u061C', '\\u{2066}\\u{2069}\\u{200e}\\u{61c}'],
    ['zero width', '\u200B\u200C\u200D\u2060\uFEFF', '\\u{200b}\\u{200c}\\u{200d}\\u{2060}\\u{feff}'],
    ['variation selectors', '\uFE00\uFE0F\u{E0100}\u{E01EF}', '\\u{fe00}\\u{fe0f}\\u{e0100}\\u{e01ef}'],
    ['Hangul fillers', '\u115F\u1160\u3164\uFFA0', '\\u{115f}\\u{1160}\\u{3164}\\u{ffa0}'],
    ['soft hyphen, grapheme joiner', '\u00AD\u034F', '\\u{ad}\\u{34f}'],
    ['invisible operators', '\u2061\u2064', '\\u{2061}\\u{2064}'],
    ['interlinear annotation', '\uFFF9\uFFFB', '\\u{fff9}\\u{fffb}'],
    ['braille blank, null notehead', '\u2800\u{1D159}', '\\u{2800}\\u{1d159}'],
    ['spaces that are not the space', '\u00A0\u3000\u2028\u2029', '\\u{a0}\\u{3000}\\u{2028}\\u{2029}'],
    ['private use, unassigned, noncharacter', '\uE000\u{10FFFF}', '\\u{e000}\\u{10ffff}'],
    ['a surrogate without a partner', 'a\uD800b', 'a\\u{d800}b']
  ])('%s', (_name, text, escaped) => {
    expect(escapeText(text)).toBe(escaped)
  })
})

describe('X-04: what a terminal would obey', () => {
  test.each([
    ['colour', '\u001B[31m', '\\u{1b}[31m'],
    ['OSC 8 link', '\u001B]8;;x\u0007', '\\u{1b}]8;;x\\u{7}'],
    ['C1 control sequence introducer', '\u009B1m', '\\u{9b}1m'],
    ['backspace, carriage return, delete', 'a\b\r\u007F', 'a\\u{8}\\u{d}\\u{7f}'],
    ['line feed and tab in one line', 'a\n\tb', 'a\\u{a}\\u{9}b'],
    ['NUL', '\0', '\\u{0}']
  ])('%s', (_name, text, escaped) => {
    expect(escapeText(text)).toBe(escaped)
  })
})

test('text that people read stays', () => {
  const text = 'Grüße, 世界, שלום, emoji 🙂, back\\slash and "quotes"'
  expect(escapeText(text)).toBe(text)
})

test('text of a server cannot look like an escape', () => {
  expect(escapeText('\\u{1b}')).toBe('\\u{5c}u{1b}')
  expect(escapeText('\u001b')).toBe('\\u{1b}')
})

test('lines break at LF and CRLF, tabs stay, a lone CR is shown', () => {
  expect(escapeLines('a\r\nb\tc\nd\re\u202E')).toEqual(['a', 'b\tc', 'd\\u{d}e\\u{202e}'])
})

test('quoted text keeps JSON short escapes and cannot end early', () => {
  expect(quoteText('a"b\\c\nd\u001b\u202E')).toBe('"a\\"b\\\\c\\nd\\u{1b}\\u{202e}"')
})

test('whatever comes, escaped text is visible and no two texts look the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (left, right) => {
      expect(escapeText(left)).not.toMatch(/(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u)
      expect(escapeText(left) === escapeText(right)).toBe(left === right)
    })
  )
})

test('an escaped JSON document has the same value and hides nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      const escaped = escapeJsonText(text)
      expect(JSON.stringify(JSON.parse(escaped))).toBe(JSON.stringify(value))
      expect(escaped).not.toMatch(/(?![ \n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u)
    })
  )
})
