// A program of its own: outlives the host by a moment and ends the servers that the host could not end (SIGKILL).
// Its standard input is the host: `+pid waitMs started` and `-pid`, a line each; its end is the host's end.
// Runs without a loader and without conditions, so it may import nothing but its siblings.
import { createInterface } from 'node:readline'
import { endProcessTree } from './end-process-tree.ts'
import { createProcessTree } from './process-tree.ts'
import type { ProcessTree } from './process-tree.ts'

const trees = new Map<number, { readonly tree: ProcessTree; readonly waitMs: number }>()

const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  const match = /^\+(\d+) (\d+) (.*)$|^-(\d+)$/.exec(line)
  if (match === null) return
  const [, added, waitMs, started = '', removed] = match
  if (removed !== undefined) trees.delete(Number(removed))
  else trees.set(Number(added), { tree: createProcessTree(Number(added), started === '' ? null : started), waitMs: Number(waitMs) })
})
lines.on('close', () => {
  // The host's end closed the servers' standard input already.
  const ladders = [...trees.values()].map(({ tree, waitMs }) => endProcessTree(tree, { endInput: () => {}, waitMs }))
  void Promise.all(ladders).then(() => process.exit(0))
})
process.stdin.on('error', () => lines.close())
