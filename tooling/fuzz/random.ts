/** A small seeded generator: the same seed and case number give the same case on every machine. */
export interface Random {
  /** A whole number from 0 to `below` - 1. */
  int(below: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

/** xorshift32 over a mix of both numbers, so that one case can be made without those before it. */
export function createRandom(seed: number, index: number): Random {
  let state = mix(mix(seed | 0) ^ Math.imul(index + 1, 0x9e3779b1)) || 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
  for (let warm = 0; warm < 4; warm += 1) next()
  return {
    int: (below) => next() % below,
    chance: (probability) => next() < probability * 0x1_0000_0000,
    pick: <T>(list: readonly T[]) => list[next() % list.length] as T
  }
}

/** The finaliser of MurmurHash3. */
function mix(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
