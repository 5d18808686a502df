// The engine of the host is the oracle: whatever it says about short texts, our automaton says too.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePattern } from './compile-pattern.ts'
import { matchesPattern } from './match-pattern.ts'
import { parsePattern } from './parse-pattern.ts'
import { PatternError } from './pattern-error.ts'
import { countStates } from './pattern-syntax.ts'

const matches = (pattern: string, text: string): boolean => matchesPattern(compilePattern(parsePattern(pattern)), text, () => {})

/** The engine tries halves of surrogate pairs as beginnings, against ECMA-262. This way it reads whole code points from the start. */
const engine = (pattern: string): RegExp => new RegExp(`^[^]*?(?:${pattern})`, 'u')

const CHARACTERS = ['a', 'b', 'c', '-', '_', '1', '9', ' ', '\n', '\u00e9', '\u{1f600}', '\ud83d', '\ude00', '.', '\u2028', 'K', '\u017f']
const literal = (character: string): string => (/[-^$\\.*+?()[\]{}|/]/.test(character) ? `\\x${character.charCodeAt(0).toString(16)}` : character)
const literals = fc.constantFrom(...CHARACTERS.map(literal))
const classItems = fc.oneof(
  literals,
  fc.constantFrom('\\d', '\\w', '\\s', '\\D', '\\W', '\\S', '\\p{L}', '\\P{L}', '\\p{Letter}', 'a-c', '0-5', '\\b', '\\-', '\\u{1f600}', '\\ud83d\\ude00', '\\x61-\\x63', '^', '[')
)
const classes = fc.tuple(fc.constantFrom('', '^'), fc.array(classItems, { maxLength: 3 })).map(([negated, items]) => `[${negated}${items.join('')}]`)
const escapes = fc.constantFrom('.', '\\d', '\\w', '\\s', '\\W', '\\p{L}', '\\P{Lu}', '\\p{Script=Greek}', '\\cJ', '\\ud83d', '\\ude00', '\\ud83d\\ude00', '\\u0061')
const atoms = fc.oneof(literals, escapes, classes)

const patterns: fc.Arbitrary<string> = fc.letrec<{ pattern: string; sequence: string; term: string }>((tie) => ({
  pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((options) => options.join('|')),
  sequence: fc.array(tie('term'), { maxLength: 4 }).map((terms) => terms.join('')),
  term: fc.oneof(
    { depthSize: 'small' },
    atoms,
    fc.constantFrom('^', '$', '\\b', '\\B'),
    fc.tuple(fc.oneof(atoms, tie('pattern').map((body) => `(?:${body})`)), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,3}', '{2,}', '*?', '{0}')).map(([body, count]) => body + count),
    fc.tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!', '('), tie('pattern')).map(([open, body]) => `${open}${body})`)
  )
})).pattern

const texts = fc.array(fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 8 }).map((characters) => characters.join('')), { minLength: 3, maxLength: 6 })

describe('a pattern', () => {
  it('matches exactly what the engine matches', () => {
    fc.assert(
      fc.property(patterns, texts, (pattern, samples) => {
        const oracle = engine(pattern)
        for (const text of samples) expect({ pattern, text, matched: matches(pattern, text) }).toEqual({ pattern, text, matched: oracle.test(text) })
      }),
      { numRuns: 1_500 }
    )
  })

  it('has as many states as were counted beforehand, the last one aside', () => {
    const size = (automaton: ReturnType<typeof compilePattern>): number =>
      automaton.looks.reduce((sum, look) => sum + (look === null ? 0 : size(look.automaton)), automaton.kinds.length)
    fc.assert(
      fc.property(patterns, (pattern) => {
        const tree = parsePattern(pattern)
        expect(size(compilePattern(tree))).toBe(countStates(tree) + 1)
      }),
      { numRuns: 300 }
    )
  })

  it.each([
    ['abc', 'xxabcxx', true],
    ['^a$', 'a\n', false],
    ['^.$', '\u{1f600}', true],
    ['^..$', '\u{1f600}', false],
    ['^\\ud83d$', '\u{1f600}', false],
    ['^\\ud83d$', '\ud83d', true],
    ['^\\d$', '\u0661', false],
    ['^\\w$', '\u00e9', false],
    ['^\\s$', '\ufeff', true],
    ['^\\p{digit}$', '\u0661', true],
    ['^\\p{Nd}$', '\u0661', true],
    ['', '', true],
    ['^$', 'a', false],
    ['a{0}b', 'b', true],
    ['(?:^a)*b', 'xb', true],
    ['(?:^a)+b', 'xab', false],
    ['^a|b', 'xb', true],
    ['(?:){1000000}', '', true],
    ['(?<year>\\d{4})-(?<month>\\d\\d)', 'in 2026-11', true]
  ])('%j on %j', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected)
  })
})

describe('a class of one letter', () => {
  it.each(['\\s', '\\S', '\\w', '\\W', '\\d', '\\D', '.', '[^\\s\\w]'])('%s has exactly the members that it has in the engine', (letter) => {
    const oracle = new RegExp(`^${letter}$`, 'u')
    const automaton = compilePattern(parsePattern(`^${letter}$`))
    const differing: number[] = []
    for (let codePoint = 0; codePoint < 0x11000; codePoint += 1) {
      const text = String.fromCodePoint(codePoint)
      if (matchesPattern(automaton, text, () => {}) !== oracle.test(text)) differing.push(codePoint)
    }
    expect(differing).toEqual([])
  })
})

// The engine reads these only without its `u` flag, and then as we do.
describe('punctuation that has one possible reading', () => {
  it.each([
    ['^\\d{3}\\-\\d{4}$', '555-1234'],
    ['^[\\w-\\.]+@([\\w-]+\\.)+[\\w-]{2,4}$', 'a.b-c@mail.org'],
    ['^[\\w-.]+$', 'a-b.c'],
    ['^\\@\\_\\:\\ \\"\\#$', '@_: "#'],
    ['^a}b]$', 'a}b]'],
    ['^{a}$', '{a}']
  ])('stands for itself in %j', (pattern, text) => {
    expect(() => new RegExp(pattern, 'u')).toThrow(SyntaxError)
    expect([new RegExp(pattern).test(text), matches(pattern, text)]).toEqual([true, true])
    expect(matches(pattern, `${text}\u0000`)).toBe(false)
  })
})

describe('refused', () => {
  it.each([
    ['a back-reference', '(a)\\1'],
    ['a named back-reference', '(?<n>a)\\k<n>'],
    ['a group that stays open', '(a'],
    ['a parenthesis too many', 'a)'],
    ['a class that stays open', '[a'],
    ['a range out of order', '[b-a]'],
    ['counts out of order', 'a{2,1}'],
    ['nothing to repeat', '*a'],
    ['a repeated look-ahead', '(?=a)*'],
    ['a count of nothing', '^{2}'],
    ['a count without its end', 'a{2'],
    ['a count without its beginning', 'a{,2}'],
    ['Python: a named group', '(?P<n>a)'],
    ['Python: the end', 'a\\Z'],
    ['Perl: the beginning', '\\Aa'],
    ['a flag', '(?i)a'],
    ['a flag for a group', '(?i:a)'],
    ['an atomic group', '(?>a)'],
    ['an octal escape', '\\01'],
    ['half an escape', '\\x4'],
    ['half a code point', '\\u{110000}'],
    ['a backslash at the end', 'a\\'],
    ['an unknown property', '\\p{Nonsense}'],
    ['a property of strings', '\\p{RGI_Emoji}'],
    ['one name for two groups', '(?<n>a)(?<n>b)'],
    ['more nesting than anybody writes', `${'('.repeat(300)}a${')'.repeat(300)}`]
  ])('%s', (_title, pattern) => expect(() => parsePattern(pattern)).toThrow(PatternError))
})

describe('time', () => {
  const stepsOf = (pattern: string, text: string): number => {
    let steps = 0
    matchesPattern(compilePattern(parsePattern(pattern)), text, (more) => {
      steps += more
    })
    return steps
  }

  it.each(['^(a+)+$', '(a|a)*b', '(.*)*x', '^(?=(a+)+$)', '(?<!(a|aa)+b)c', '^(?!.*\\.\\.)(?!.*(a+)+b)[a-z.]*$'])('of %s is states times characters', (pattern) => {
    const states = countStates(parsePattern(pattern)) + 1
    for (const length of [10, 1_000, 20_000]) {
      expect(stepsOf(pattern, `${'a'.repeat(length)}!`)).toBeLessThanOrEqual((states + 8) * (length + 2) * 3 + 200)
    }
  })

  it('is not spent on a text whose beginning decides', () => {
    expect(stepsOf('^b', 'a'.repeat(100_000))).toBeLessThan(100)
  })

  it('ends when the one who pays says so', () => {
    const automaton = compilePattern(parsePattern('(a|a)*b'))
    const stop = (): never => {
      throw new RangeError('enough')
    }
    expect(() => matchesPattern(automaton, 'aaaa', stop)).toThrow('enough')
  })
})
