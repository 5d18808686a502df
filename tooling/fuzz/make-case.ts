/** One case: which message is mutated how, and how it travels. Everything follows from the seed and the number. */
import type { Golden, GoldenSet } from './golden-cases.ts'
import { treeOf, writeTree } from './json-tree.ts'
import { mutateBytes } from './mutate-text.ts'
import { mutateTree } from './mutate-tree.ts'
import { createRandom } from './random.ts'
import type { Random } from './random.ts'

export interface FuzzCase {
  readonly golden: Golden
  readonly random: Random
  /** The good answer comes after the mutant, too. */
  readonly goodFollows: boolean
  /** The revision is known beforehand, so there is no probe. */
  readonly pinned: boolean
  /** The mutant, once it is known which request it meets. */
  mutant(id: number): Buffer
}

export function makeCase({ goldens }: GoldenSet, seed: number, index: number): FuzzCase {
  const random = createRandom(seed, index)
  const golden = random.pick(goldens)
  const probed = golden.during === 'server/discover'
  return {
    golden,
    random,
    goodFollows: golden.role === 'aside' || random.chance(0.3),
    pinned: !probed && random.chance(0.8),
    mutant: (id) => mutate(golden, id, random)
  }
}

const GAPS = ['', '', '', ' ', '\t', '\r\t ']

function mutate({ message, role }: Golden, id: number, random: Random): Buffer {
  const tree = treeOf(role === 'answer' ? { ...message, id } : asideOf(message, id))
  for (let left = random.pick([1, 1, 1, 2, 3]); left > 0; left -= 1) if (!random.chance(0.2)) mutateTree(tree, random)
  const bytes = Buffer.from(writeTree(tree, random.pick(GAPS)))
  return random.chance(0.25) ? mutateBytes(bytes, random) : bytes
}

/** Progress belongs to the request in flight. */
function asideOf(message: Readonly<Record<string, unknown>>, id: number): unknown {
  const { params } = message
  return message['method'] === 'notifications/progress' ? { ...message, params: { ...(params as object), progressToken: id } } : message
}
