/** Snapshot files: hostile edits of good files, and good files of hostile listings. */
import { findDifference } from './agree.ts'
import type { CaseReport, Codec } from './codec.ts'
import type { Foundation, Snapshot } from './foundation-under-test.ts'
import { MODERN_REVISION } from './golden-cases.ts'
import type { GoldenSet } from './golden-cases.ts'
import { judgeError } from './judge-error.ts'
import { judgeTools } from './judge-client.ts'
import { treeOf, writeTree } from './json-tree.ts'
import { mutateBytes } from './mutate-text.ts'
import { mutateTree } from './mutate-tree.ts'
import { createRandom } from './random.ts'
import type { Random } from './random.ts'
import { decodeStrictly, examine } from './reference-reader.ts'

const ENDPOINTS = [
  { transport: 'streamable-http', url: 'https://tools.example/mcp' },
  { transport: 'stdio', command: ['npx', 'server'], program: '/usr/bin/npx', package: { name: 'server', version: '1.0.0' } }
]

export function snapshotCodec(foundation: Foundation, goldens: GoldenSet): Codec {
  const originals = [...goldens.good].flatMap(([revision, { pages }]) => ENDPOINTS.map((endpoint) => ({
    ...listing(revision, endpoint), descriptors: pages.flatMap((page) => (page as { tools: unknown[] }).tools)
  })))
  return {
    name: 'snapshot',
    async run(seed, index) {
      const random = createRandom(seed, index)
      const original = random.pick(originals)
      const mutant = { bytes: Buffer.alloc(0) }
      let fault: string | null = null
      let code = 'accepted'
      try {
        fault = random.chance(0.5) ? editFile(foundation, original, random, mutant) : freezeMutant(foundation, original, random, mutant)
      } catch (error) {
        fault = judgeError(foundation, error)
        code = foundation.isGovernedError(error) ? error.code : 'untyped'
      }
      return { code, fault, stillMessage: isJson(mutant.bytes), mutant: mutant.bytes, about: original.protocolVersion } satisfies CaseReport
    }
  }
}

type Listing = ReturnType<typeof listing> & { readonly descriptors: readonly unknown[] }

function listing(protocolVersion: string, endpoint: object) {
  const era = protocolVersion === MODERN_REVISION ? 'modern' : 'legacy'
  return { era, protocolVersion, endpoint, authorization: 'none', server: { name: 'orchard' }, capabilities: { tools: {} }, instructions: null }
}

/** Nothing under the digest may differ in a file that is accepted. */
function editFile(foundation: Foundation, original: Listing, random: Random, mutant: { bytes: Buffer }): string | null {
  const good = foundation.freezeSnapshot(original, foundation.DEFAULT_BOUNDS)
  const file = foundation.serializeSnapshot(good)
  const tree = treeOf(JSON.parse(file))
  if (random.chance(0.8)) mutateTree(tree, random)
  const bytes = Buffer.from(writeTree(tree, random.pick(['', '\n  '])))
  mutant.bytes = random.chance(0.3) ? mutateBytes(bytes, random) : bytes
  const snapshot = foundation.parseSnapshot(mutant.bytes)
  const text = decodeStrictly(mutant.bytes)
  if (text === null || examine(text).duplicate) return 'snapshot_accepted'
  if (snapshot.digest !== good.digest || snapshot.protocolVersion !== good.protocolVersion) return 'snapshot_accepted'
  if (foundation.canonicalize(snapshot.tools) !== foundation.canonicalize(good.tools)) return 'snapshot_accepted'
  if (findDifference(foundation, (snapshot as unknown as { server: unknown }).server, (JSON.parse(text) as { server: unknown }).server) !== null) return 'evidence_changed'
  return judgeFile(foundation, snapshot)
}

/** What a listing holds stands in its file, and comes back from it. */
function freezeMutant(foundation: Foundation, original: Listing, random: Random, mutant: { bytes: Buffer }): string | null {
  const tree = treeOf(original.descriptors)
  for (let left = random.pick([1, 2, 4]); left > 0; left -= 1) mutateTree(tree, random)
  const text = writeTree(tree)
  mutant.bytes = Buffer.from(text)
  const descriptors = foundation.parseJson(text)
  if (examine(text).duplicate) return 'json_accepted'
  if (findDifference(foundation, descriptors, JSON.parse(text)) !== null) return 'json_changed'
  if (!Array.isArray(descriptors)) return null
  return judgeFile(foundation, foundation.freezeSnapshot({ ...original, descriptors }, foundation.DEFAULT_BOUNDS))
}

function judgeFile(foundation: Foundation, snapshot: Snapshot): string | null {
  const file = foundation.serializeSnapshot(snapshot)
  const again = foundation.parseSnapshot(file)
  if (again.digest !== snapshot.digest || foundation.serializeSnapshot(again) !== file) return 'file_changed'
  if (foundation.canonicalize(again.tools) !== foundation.canonicalize(snapshot.tools)) return 'file_changed'
  return judgeTools(snapshot)
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'))
    return true
  } catch {
    return false
  }
}
