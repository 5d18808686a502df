// F14: what a reviewer must see escaped before trusting a snapshot.
import { describe, expect, it } from 'vitest'
import { descriptor, snapshotOf, toolNamed } from '../__fixtures__/snapshots.ts'
import { findFindings } from './find-findings.ts'

const kindsOf = (description: string): readonly string[] =>
  findFindings(snapshotOf([toolNamed('t', { description })])).map(({ kind }) => kind)

describe('text that is not seen', () => {
  it.each([
    ['tag characters', 'Adds.\u{e0041}\u{e0042}\u{e007f}'],
    ['the first of the tag block', '\u{e0001}'],
    ['a zero-width space', 'a\u200bb'],
    ['a run of zero-width joiners', 'a\u200d\u200d\u200db'],
    ['a zero-width non-joiner', 'a\u200cb'],
    ['a word joiner', 'a\u2060b'],
    ['a byte order mark in the middle', 'a\ufeffb'],
    ['a soft hyphen', 'a\u00adb'],
    ['an invisible operator', 'a\u2063b'],
    ['a Hangul filler', 'a\u3164b'],
    ['a half-width Hangul filler', 'a\uffa0b'],
    ['a combining grapheme joiner', 'a\u034fb'],
    ['an interlinear annotation', 'a\ufff9b\ufffac\ufffb'],
    ['a blank of Braille', 'a\u2800b'],
    ['a Mongolian vowel separator', 'a\u180eb'],
    ['a variation selector after a letter', 'a\ufe00b'],
    ['an emoji selector after a letter', 'a\ufe0fb'],
    ['an emoji selector after a digit that is no keycap', '1\ufe0f2\ufe0f'],
    ['a supplementary variation selector', '\u{1f600}\u{e0100}'],
    ['two emoji selectors in a row', '\u{1f600}\ufe0f\ufe0f'],
    ['a joiner behind the last emoji', '\u{1f600}\u200d'],
    ['a joiner between an emoji and a letter', '\u{1f600}\u200da'],
    ['an emoji selector at the start', '\ufe0f']
  ])('is found: %s', (_title, text) => expect(kindsOf(text)).toEqual(['invisible_text']))

  it.each([
    ['right-to-left override', 'a\u202eb'],
    ['left-to-right embedding', '\u202a'],
    ['right-to-left isolate', '\u2067'],
    ['pop directional isolate', '\u2069'],
    ['left-to-right mark', '\u200e'],
    ['right-to-left mark', '\u200f'],
    ['Arabic letter mark', '\u061c']
  ])('is found by its own kind when it changes the direction: %s', (_title, text) => {
    expect(kindsOf(text)).toEqual(['bidirectional_control'])
  })

  it.each([
    ['an ANSI escape', '\u001b[31mred\u001b[0m'],
    ['a bell', '\u0007'],
    ['NUL', 'a\u0000b'],
    ['a backspace', 'safe\b\b\b\bevil'],
    ['a vertical tab', '\u000b'],
    ['a form feed', '\u000c'],
    ['DEL', '\u007f'],
    ['a C1 control sequence', '\u009b31m'],
    ['a next line', '\u0085'],
    ['a carriage return that overwrites a line', 'evil\rsafe']
  ])('is found by its own kind when it acts on a terminal: %s', (_title, text) => expect(kindsOf(text)).toEqual(['control_character']))

  it('is found in every kind at once', () => {
    expect([...kindsOf('\u001b\u202e\u200b\ud800')].sort()).toEqual([
      'bidirectional_control', 'control_character', 'invisible_text', 'lone_surrogate'
    ])
  })
})

describe('ordinary text gives no finding', () => {
  it.each([
    ['nothing', ''],
    ['lines and tabs', 'a\tb\nc\r\nd'],
    ['other scripts', '\u65e5\u672c\u8a9e \u0639\u0631\u0628\u064a \u05e2\u05d1\u05e8\u05d9\u05ea \u0939\u093f\u0928\u094d\u0926\u0940 \ud55c\uad6d\uc5b4'],
    ['combining accents', 'e\u0301'],
    ['an emoji', '\u{1f600}'],
    ['an emoji with its selector', '\u2764\ufe0f \u26a0\ufe0f'],
    ['a keycap', '1\ufe0f\u20e3 #\ufe0f\u20e3'],
    ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}'],
    ['a heart on fire', '\u2764\ufe0f\u200d\u{1f525}'],
    ['a profession with a skin tone', '\u{1f469}\u{1f3fd}\u200d\u{1f4bb}'],
    ['a runner with a gender', '\u{1f3c3}\u200d\u2640\ufe0f'],
    ['a flag of two letters', '\u{1f1e9}\u{1f1ea}'],
    ['a rainbow flag', '\u{1f3f3}\ufe0f\u200d\u{1f308}']
  ])('%s', (_title, text) => expect(kindsOf(text)).toEqual([]))
})

describe('a finding', () => {
  it('names the tool and the place, in names of members as in values', () => {
    const tool = descriptor(
      '{"name":"t\\u200b","inputSchema":{"type":"object","properties":{"a\\u202e/~":{"enum":["x","\\u0007"]}}},"_meta":{"__proto__":{"b":"\\ud83d"}}}'
    )
    expect(findFindings(snapshotOf([tool, toolNamed('u')]))).toEqual([
      { tool: 't\u200b', kind: 'lone_surrogate', pointer: '/_meta/__proto__/b' },
      { tool: 't\u200b', kind: 'bidirectional_control', pointer: '/inputSchema/properties/a\u202e~1~0' },
      { tool: 't\u200b', kind: 'control_character', pointer: '/inputSchema/properties/a\u202e~1~0/enum/1' },
      { tool: 't\u200b', kind: 'invisible_text', pointer: '/name' }
    ])
  })

  it('points to numbers that other readers would change', () => {
    const tool = descriptor('{"name":"t","inputSchema":{"type":"object","maximum":9007199254740993,"minimum":1e-400,"multipleOf":1.0}}')
    expect(findFindings(snapshotOf([tool]))).toEqual([
      { tool: 't', kind: 'exact_number', pointer: '/inputSchema/maximum' },
      { tool: 't', kind: 'exact_number', pointer: '/inputSchema/minimum' }
    ])
  })

  it('is made for nameless tools and for the instructions, too', () => {
    const snapshot = snapshotOf(['\u200b', descriptor('{"title":"\\u001b"}')], { instructions: 'Do\u202e it.' })
    expect([...findFindings(snapshot)].sort((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      { tool: null, kind: 'bidirectional_control', pointer: '/instructions' },
      { tool: null, kind: 'control_character', pointer: '/title' },
      { tool: null, kind: 'invisible_text', pointer: '' }
    ])
  })
})
