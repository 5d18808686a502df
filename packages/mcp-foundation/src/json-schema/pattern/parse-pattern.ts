// Reads a regular expression as ECMA-262 does with its `u` flag, which JSON Schema asks for (2020-12, Core 6.4).
// More lenient in one thing: an escaped or lone punctuation character that has only one possible reading (`\-`, `}`)
// stands for itself, as many schemas are written for engines without the flag. Back-references are no regular language
// and are refused, and so is everything that is younger than the oldest Node that we support.
import { CLASS_ESCAPES, NO_LINE_END, characterSet, propertySet, singleCharacter } from './character-set.ts'
import type { CharacterSet, CodePointRange } from './character-set.ts'
import { PatternError } from './pattern-error.ts'
import type { PatternNode } from './pattern-syntax.ts'
import { createPatternReader } from './pattern-reader.ts'
import type { PatternReader } from './pattern-reader.ts'

/** Groups in groups: the reader's own recursion. */
const MAX_NESTING = 250

/** @throws PatternError */
export function parsePattern(source: string): PatternNode {
  const reader = createPatternReader(source)
  const names = new Set<string>()
  const pattern = readChoice(reader, names, 0)
  if (!reader.atEnd()) throw new PatternError('a parenthesis too many')
  return pattern
}

function readChoice(reader: PatternReader, names: Set<string>, nesting: number): PatternNode {
  if (nesting > MAX_NESTING) throw new PatternError('too deep')
  const options: PatternNode[] = []
  do options.push(readSequence(reader, names, nesting))
  while (reader.take('|'))
  return options.length === 1 ? (options[0] as PatternNode) : { kind: 'choice', options }
}

function readSequence(reader: PatternReader, names: Set<string>, nesting: number): PatternNode {
  const parts: PatternNode[] = []
  while (!reader.atEnd() && !reader.at('|') && !reader.at(')')) parts.push(readTerm(reader, names, nesting))
  return parts.length === 1 ? (parts[0] as PatternNode) : { kind: 'sequence', parts }
}

function readTerm(reader: PatternReader, names: Set<string>, nesting: number): PatternNode {
  switch (reader.next()) {
    case '^':
      reader.take('^')
      return { kind: 'edge', edge: 'start' }
    case '$':
      reader.take('$')
      return { kind: 'edge', edge: 'end' }
    case '(':
      return readParenthesis(reader, names, nesting)
    case '\\':
      return readBackslash(reader)
    case '[':
      return readQuantifier(reader, { kind: 'character', set: readClass(reader) })
    case '.':
      reader.take('.')
      return readQuantifier(reader, { kind: 'character', set: NO_LINE_END })
    case '*':
    case '+':
    case '?':
      throw new PatternError('nothing to repeat')
    case '{':
      if (reader.takeMatch(COUNT_BEGINS) !== null) throw new PatternError('nothing to repeat')
  }
  return readQuantifier(reader, { kind: 'character', set: singleCharacter(reader.takeCodePoint()) })
}

const LOOKS = [
  { text: '(?=', behind: false, negated: false },
  { text: '(?!', behind: false, negated: true },
  { text: '(?<=', behind: true, negated: false },
  { text: '(?<!', behind: true, negated: true }
]
const GROUP_NAME = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*>/uy
const COUNT_BEGINS = /\{(?=[\d,])/y

/** A look-around takes no quantifier; a group does. */
function readParenthesis(reader: PatternReader, names: Set<string>, nesting: number): PatternNode {
  for (const { text, behind, negated } of LOOKS) {
    if (reader.take(text)) return { kind: 'look', behind, negated, body: readGroup(reader, names, nesting) }
  }
  if (reader.take('(?<')) {
    const name = reader.takeMatch(GROUP_NAME)
    if (name === null || names.has(name)) throw new PatternError('a name of a group')
    names.add(name)
  } else if (!reader.take('(?:')) {
    if (reader.at('(?')) throw new PatternError('a group of another kind')
    reader.take('(')
  }
  return readQuantifier(reader, readGroup(reader, names, nesting))
}

function readBackslash(reader: PatternReader): PatternNode {
  if (reader.take('\\b')) return { kind: 'edge', edge: 'word' }
  if (reader.take('\\B')) return { kind: 'edge', edge: 'no_word' }
  reader.take('\\')
  const escape = readEscape(reader, false)
  return readQuantifier(reader, { kind: 'character', set: typeof escape === 'number' ? singleCharacter(escape) : escape })
}

function readGroup(reader: PatternReader, names: Set<string>, nesting: number): PatternNode {
  const body = readChoice(reader, names, nesting + 1)
  if (!reader.take(')')) throw new PatternError('a parenthesis that stays open')
  return body
}

const QUANTIFIER_BEGINS: ReadonlySet<string> = new Set(['*', '+', '?', '{'])
const QUANTIFIER = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y
const COUNTS = /^\{(\d+)(,?)(\d*)\}/

/** Greedy or lazy makes no difference to whether there is a match. */
function readQuantifier(reader: PatternReader, body: PatternNode): PatternNode {
  if (!QUANTIFIER_BEGINS.has(reader.next())) return body
  const written = reader.takeMatch(QUANTIFIER)
  if (written === null) return body
  const [min, max] = readCounts(written)
  if (min > max) throw new PatternError('counts out of order')
  return { kind: 'repeat', body, min, max }
}

function readCounts(written: string): readonly [min: number, max: number] {
  switch (written[0]) {
    case '*':
      return [0, Infinity]
    case '+':
      return [1, Infinity]
    case '?':
      return [0, 1]
    default: {
      const [, min = '', comma, max = ''] = COUNTS.exec(written) ?? []
      return [Number(min), comma === '' ? Number(min) : max === '' ? Infinity : Number(max)]
    }
  }
}

const HYPHEN: CodePointRange = [0x2d, 0x2d]

function readClass(reader: PatternReader): CharacterSet {
  reader.take('[')
  const negated = reader.take('^')
  const ranges: CodePointRange[] = []
  const sets: CharacterSet[] = []
  while (!reader.take(']')) {
    const atoms = [readClassAtom(reader)]
    if (reader.at('-') && !reader.at('-]')) {
      reader.take('-')
      atoms.push(readClassAtom(reader))
    }
    const [first, last] = atoms
    if (typeof first === 'number' && typeof last === 'number') {
      if (first > last) throw new PatternError('a range out of order')
      ranges.push([first, last])
      continue
    }
    // A hyphen beside a set, as in `[\w-.]`, cannot make a range and is a hyphen.
    if (atoms.length === 2) ranges.push(HYPHEN)
    for (const atom of atoms) {
      if (typeof atom === 'number') ranges.push([atom, atom])
      else sets.push(atom)
    }
  }
  return characterSet({ ranges, sets, negated })
}

function readClassAtom(reader: PatternReader): number | CharacterSet {
  if (reader.atEnd()) throw new PatternError('a class that stays open')
  return reader.take('\\') ? readEscape(reader, true) : reader.takeCodePoint()
}

const CONTROLS: ReadonlyMap<string, number> = new Map([['t', 9], ['n', 10], ['v', 11], ['f', 12], ['r', 13]])
const PROPERTY = /[pP]\{[\w=]+\}/y
const HEXADECIMAL = /x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]+\}/y
const CONTROL_LETTER = /c[a-zA-Z]/y
const NUL = /0(?!\d)/y
const PUNCTUATION = /[ -/:-@[-`{-~]/y

/** What follows a backslash: one code point, or a set of them. */
function readEscape(reader: PatternReader, inClass: boolean): number | CharacterSet {
  const letter = reader.next()
  const single = CLASS_ESCAPES.get(letter) ?? CONTROLS.get(letter) ?? (inClass && letter === 'b' ? BACKSPACE : undefined)
  if (single !== undefined) {
    reader.take(letter)
    return single
  }
  const itself = reader.takeMatch(PUNCTUATION)
  if (itself !== null) return itself.charCodeAt(0)
  const hexadecimal = reader.takeMatch(HEXADECIMAL)
  if (hexadecimal !== null) return readHexadecimal(reader, hexadecimal)
  const property = reader.takeMatch(PROPERTY)
  if (property !== null) return propertySet(`\\${property}`)
  const control = reader.takeMatch(CONTROL_LETTER)
  if (control !== null) return control.charCodeAt(1) % 32
  if (reader.takeMatch(NUL) !== null) return 0
  throw new PatternError('an escape')
}

const BACKSPACE = 8
const LOW_SURROGATE = /\\u[dD][c-fC-F][\da-fA-F]{2}/y

/** Two escapes that are the halves of a surrogate pair are one code point. */
function readHexadecimal(reader: PatternReader, written: string): number {
  const value = Number.parseInt(written.replaceAll(/[xu{}]/g, ''), 16)
  if (value > 0x10ffff) throw new PatternError('a code point')
  if (written.length !== 5 || value < 0xd800 || value > 0xdbff) return value
  const low = reader.takeMatch(LOW_SURROGATE)
  return low === null ? value : (value - 0xd800) * 0x400 + Number.parseInt(low.slice(2), 16) - 0xdc00 + 0x10000
}
