import type { CharacterSet } from './character-set.ts'
import { countStates } from './pattern-syntax.ts'
import type { Edge, PatternNode } from './pattern-syntax.ts'

/** A non-deterministic automaton. States are numbers; every array has one element per state. */
export interface Automaton {
  readonly start: number
  readonly kinds: readonly StateKind[]
  /** Where a state leads. */
  readonly next: readonly number[]
  /** The second way of a fork. */
  readonly other: readonly number[]
  /** What a character state takes. */
  readonly sets: readonly (CharacterSet | null)[]
  readonly edges: readonly (Edge | null)[]
  readonly looks: readonly (Look | null)[]
  /** A match can begin at the first position only. */
  readonly anchored: boolean
  readonly room: Room
}

/** Where a run of the automaton keeps its states. It is made once: a short text takes less time than making it. */
export interface Room {
  /** Room for all that one position can put there: two for every state, one for every state that took the character before. */
  readonly stack: Int32Array
  readonly waiting: Int32Array
  /** The moment at which a state was last reached. */
  readonly reachedAt: Float64Array
  /** Counts positions over all runs. */
  moment: number
}

/** A look-around: an automaton of its own, which runs towards the place that asks. */
export interface Look {
  readonly automaton: Automaton
  readonly behind: boolean
  readonly negated: boolean
}

/** Numbers, as a text is read one step of a state at a time. */
export const STATE = { match: 0, character: 1, fork: 2, edge: 3, look: 4 } as const
export type StateKind = (typeof STATE)[keyof typeof STATE]

/**
 * Builds the automaton (Thompson), for reading the text forwards or backwards. Its size is `countStates`: bound that first.
 */
export function compilePattern(pattern: PatternNode, backwards: boolean = false): Automaton {
  const kinds: StateKind[] = []
  const next: number[] = []
  const other: number[] = []
  const sets: (CharacterSet | null)[] = []
  const edges: (Edge | null)[] = []
  const looks: (Look | null)[] = []

  function add(kind: StateKind, to: number, parts: { set?: CharacterSet; edge?: Edge; look?: Look; other?: number } = {}): number {
    next.push(to)
    other.push(parts.other ?? -1)
    sets.push(parts.set ?? null)
    edges.push(parts.edge ?? null)
    looks.push(parts.look ?? null)
    return kinds.push(kind) - 1
  }

  /** The first state of a node that goes on at `to`. */
  function build(node: PatternNode, to: number): number {
    switch (node.kind) {
      case 'character':
        return add(STATE.character, to, { set: node.set })
      case 'edge':
        return add(STATE.edge, to, { edge: node.edge })
      case 'look': {
        // A look-ahead is read from the end, so that one pass answers it for every position.
        const look = { automaton: compilePattern(node.body, !node.behind), behind: node.behind, negated: node.negated }
        return add(STATE.look, to, { look })
      }
      case 'sequence': {
        const parts = backwards ? node.parts : node.parts.toReversed()
        return parts.reduce((entry, part) => build(part, entry), to)
      }
      case 'choice':
        return node.options.map((option) => build(option, to)).reduce((a, b) => add(STATE.fork, a, { other: b }))
      case 'repeat':
        return repeat(node.body, node.min, node.max, to)
    }
  }

  function repeat(body: PatternNode, min: number, max: number, to: number): number {
    if (countStates(body) === 0) return to
    let entry = to
    let copies = min
    if (max === Infinity) {
      const fork = add(STATE.fork, -1, { other: to })
      const again = build(body, fork)
      next[fork] = again
      entry = min === 0 ? fork : again
      copies = Math.max(0, min - 1)
    } else {
      for (let count = min; count < max; count += 1) entry = add(STATE.fork, build(body, entry), { other: to })
    }
    for (let count = 0; count < copies; count += 1) entry = build(body, entry)
    return entry
  }

  const match = add(STATE.match, -1)
  const start = build(pattern, match)
  const states = kinds.length
  const room = { stack: new Int32Array(3 * states + 2), waiting: new Int32Array(states), reachedAt: new Float64Array(states), moment: 0 }
  return { start, kinds, next, other, sets, edges, looks, anchored: !backwards && isAnchored(pattern), room }
}

function isAnchored(node: PatternNode): boolean {
  switch (node.kind) {
    case 'edge':
      return node.edge === 'start'
    case 'sequence':
      return node.parts.some(isAnchored)
    case 'choice':
      return node.options.every(isAnchored)
    case 'repeat':
      return node.min > 0 && isAnchored(node.body)
    default:
      return false
  }
}
