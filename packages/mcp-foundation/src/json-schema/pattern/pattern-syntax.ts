import type { CharacterSet } from './character-set.ts'

/** A pattern as a tree. Groups are gone: nothing is captured, only whether there is a match is ever asked. */
export type PatternNode =
  | { readonly kind: 'character'; readonly set: CharacterSet }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'look'; readonly behind: boolean; readonly negated: boolean; readonly body: PatternNode }

/** Assertions without a body: `^`, `$`, `\b`, `\B`. */
export type Edge = 'start' | 'end' | 'word' | 'no_word'

/** How many states the pattern becomes: the cost of a match is this times the length of the text. */
export function countStates(node: PatternNode): number {
  switch (node.kind) {
    case 'character':
    case 'edge':
      return 1
    case 'look':
      return 2 + countStates(node.body)
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + countStates(part), 0)
    case 'choice':
      return node.options.reduce((sum, option) => sum + countStates(option), node.options.length - 1)
    case 'repeat': {
      const body = countStates(node.body)
      if (body === 0) return 0
      return node.max === Infinity ? 1 + body * Math.max(node.min, 1) : body * node.max + (node.max - node.min)
    }
  }
}
