// Simulates the automaton on all ways at once, so that the time is states times characters, whatever the pattern.
// Look-arounds stay within that: one pass of their own automaton over the text says at which positions they hold.
import { WORD_CHARACTERS } from './character-set.ts'
import { STATE } from './compile-pattern.ts'
import type { Automaton } from './compile-pattern.ts'
import type { Edge } from './pattern-syntax.ts'

/** One text that is being matched. */
// What is not states: measured, in the time of one state.
const POSITION_STEPS = 3
const START_STEPS = 50

interface Subject {
  readonly codePoints: Uint32Array
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
  return scan(automaton, { codePoints: codePointsOf(text), spend, looks: new Map() }, false, null)
}

/** A lone surrogate is one, as with the `u` flag. */
function codePointsOf(text: string): Uint32Array {
  const codePoints = new Uint32Array(text.length)
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const codePoint = text.codePointAt(at) as number
    codePoints[count++] = codePoint
    if (codePoint > 0xffff) at += 1
  }
  return codePoints.subarray(0, count)
}

/**
 * Reads the text once, with a new beginning at every position.
 * @param ends when given, is filled with 1 wherever a match ends, and the text is read to its end
 */
function scan(automaton: Automaton, subject: Subject, backwards: boolean, ends: Uint8Array | null): boolean {
  const { codePoints, spend } = subject
  const { start, kinds, next, other, sets, anchored } = automaton
  const length = codePoints.length
  const states = kinds.length
  // Room for all that a position can put there: two for every state, one for every state that took the character before.
  const stack = new Int32Array(3 * states + 2)
  const waiting = new Int32Array(states)
  const seenAt = new Int32Array(states).fill(-1)
  let height = 0
  for (let read = 0; read <= length; read += 1) {
    const position = backwards ? length - read : read
    let waits = 0
    let steps = POSITION_STEPS
    if (!anchored || read === 0) stack[height++] = start
    while (height > 0) {
      const state = stack[--height] as number
      if (seenAt[state] === read) continue
      seenAt[state] = read
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
    const codePoint = codePoints[backwards ? position - 1 : position]
    if (codePoint === undefined) break
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
  if (edge !== null && edge !== undefined) return holdsEdge(edge, subject.codePoints, position)
  const look = automaton.looks[state]
  if (look === null || look === undefined) return false
  let ends = subject.looks.get(look.automaton)
  if (ends === undefined) {
    ends = new Uint8Array(subject.codePoints.length + 1)
    scan(look.automaton, subject, !look.behind, ends)
    subject.looks.set(look.automaton, ends)
  }
  return (ends[position] === 1) !== look.negated
}

function holdsEdge(edge: Edge, codePoints: Uint32Array, position: number): boolean {
  switch (edge) {
    case 'start':
      return position === 0
    case 'end':
      return position === codePoints.length
    case 'word':
      return isWord(codePoints[position - 1]) !== isWord(codePoints[position])
    case 'no_word':
      return isWord(codePoints[position - 1]) === isWord(codePoints[position])
  }
}

function isWord(codePoint: number | undefined): boolean {
  return codePoint !== undefined && WORD_CHARACTERS.has(codePoint)
}
