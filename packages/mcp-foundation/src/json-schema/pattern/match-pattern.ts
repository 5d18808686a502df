// Simulates the automaton on all ways at once, so that the time is states times characters, whatever the pattern.
// Look-arounds stay within that: one pass of their own automaton over the text says at which positions they hold.
import { WORD_CHARACTERS } from './character-set.ts'
import { STATE } from './compile-pattern.ts'
import type { Automaton } from './compile-pattern.ts'
import type { Edge } from './pattern-syntax.ts'

// What is not states: measured, in the time of one state.
const POSITION_STEPS = 3
const START_STEPS = 50

/** One text that is being matched. */
interface Subject {
  /** The first `length` of them. */
  readonly codePoints: Uint32Array
  readonly length: number
  readonly spend: (steps: number) => void
  /** Per look-around, 1 at every position where its body matches. */
  readonly looks: Map<Automaton, Uint8Array>
}

/**
 * True when the pattern matches somewhere in the text.
 * @param spend is told about every step, and may throw
 */
export function matchesPattern(automaton: Automaton, text: string, spend: (steps: number) => void): boolean {
  spend(START_STEPS)
  const codePoints = text.length <= SHORT.length ? SHORT : new Uint32Array(text.length)
  return scan(automaton, { codePoints, length: readCodePoints(text, codePoints), spend, looks: new Map() }, false, null)
}

/** Most texts are short, and no two are matched at once. */
const SHORT = new Uint32Array(1_024)

/** A lone surrogate is one, as with the `u` flag. */
function readCodePoints(text: string, codePoints: Uint32Array): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const codePoint = text.codePointAt(at) as number
    codePoints[count++] = codePoint
    if (codePoint > 0xffff) at += 1
  }
  return count
}

/**
 * Reads the text once, with a new beginning at every position.
 * @param ends when given, is filled with 1 wherever a match ends, and the text is read to its end
 */
function scan(automaton: Automaton, subject: Subject, backwards: boolean, ends: Uint8Array | null): boolean {
  const { codePoints, length, spend } = subject
  const { start, kinds, next, other, sets, anchored, room } = automaton
  const { stack, waiting, reachedAt } = room
  let height = 0
  for (let read = 0; read <= length; read += 1) {
    const position = backwards ? length - read : read
    let waits = 0
    let steps = POSITION_STEPS
    const moment = (room.moment += 1)
    if (!anchored || read === 0) stack[height++] = start
    while (height > 0) {
      const state = stack[--height] as number
      if (reachedAt[state] === moment) continue
      reachedAt[state] = moment
      steps += 1
      const kind = kinds[state]
      if (kind === STATE.character) {
        waiting[waits++] = state
      } else if (kind === STATE.fork) {
        stack[height++] = other[state] as number
        stack[height++] = next[state] as number
      } else if (kind === STATE.match) {
        if (ends === null) return true
        ends[position] = 1
      } else if (holds(automaton, state, subject, position)) {
        stack[height++] = next[state] as number
      }
    }
    spend(steps)
    if (read === length) break
    const codePoint = codePoints[backwards ? position - 1 : position] as number
    for (let index = 0; index < waits; index += 1) {
      const state = waiting[index] as number
      if (sets[state]?.has(codePoint) === true) stack[height++] = next[state] as number
    }
    if (anchored && height === 0) break
  }
  return false
}

/** An assertion at a position. */
function holds(automaton: Automaton, state: number, subject: Subject, position: number): boolean {
  const edge = automaton.edges[state]
  if (edge !== null && edge !== undefined) return holdsEdge(edge, subject, position)
  const look = automaton.looks[state]
  if (look === null || look === undefined) return false
  let ends = subject.looks.get(look.automaton)
  if (ends === undefined) {
    ends = new Uint8Array(subject.length + 1)
    scan(look.automaton, subject, !look.behind, ends)
    subject.looks.set(look.automaton, ends)
  }
  return (ends[position] === 1) !== look.negated
}

function holdsEdge(edge: Edge, subject: Subject, position: number): boolean {
  switch (edge) {
    case 'start':
      return position === 0
    case 'end':
      return position === subject.length
    case 'word':
      return isWordAt(subject, position - 1) !== isWordAt(subject, position)
    case 'no_word':
      return isWordAt(subject, position - 1) === isWordAt(subject, position)
  }
}

function isWordAt({ codePoints, length }: Subject, position: number): boolean {
  return position >= 0 && position < length && WORD_CHARACTERS.has(codePoints[position] as number)
}
