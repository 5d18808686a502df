// The ladder that ends a server. Imports only its siblings below: the watchdog runs it.
import { setTimeout as wait } from 'node:timers/promises'
import { findMembers, isTreeRunning, signalTree } from './process-tree.ts'
import type { ProcessTree } from './process-tree.ts'

const FIRST_LOOK_MS = 2
const LAST_LOOK_MS = 50
/** After that many milliseconds of SIGKILL a process that is left hangs in the kernel or belongs to another user. */
const KILL_LIMIT_MS = 5_000

export interface Ladder {
  /** The first rung: asks the server to leave (closes its standard input). */
  readonly endInput: () => void
  /** How long the first and the second rung each wait, in milliseconds. */
  readonly waitMs: number
}

/**
 * Ends a whole tree: standard input closed, wait, SIGTERM, wait, SIGKILL until nothing is left
 * (MCP 2026-07-28, transports, stdio, shutdown). Settles as soon as nothing of the tree runs, at most
 * 2 `waitMs` + 5 seconds later. False when something is left then. Never rejects.
 */
export async function endProcessTree(tree: ProcessTree, ladder: Ladder): Promise<boolean> {
  // A look before each step: the links to orphans vanish when the processes above them end.
  findMembers(tree)
  ladder.endInput()
  if (await isGoneWithin(tree, ladder.waitMs)) return true
  signalTree(tree, 'SIGTERM')
  if (await isGoneWithin(tree, ladder.waitMs)) return true
  const limit = performance.now() + KILL_LIMIT_MS
  while (performance.now() < limit) {
    signalTree(tree, 'SIGKILL')
    if (await isGoneWithin(tree, LAST_LOOK_MS)) return true
  }
  return false
}

async function isGoneWithin(tree: ProcessTree, waitMs: number): Promise<boolean> {
  const limit = performance.now() + waitMs
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LAST_LOOK_MS)) {
    if (!isTreeRunning(tree)) return true
    const left = limit - performance.now()
    if (left <= 0) return false
    await wait(Math.min(pause, left))
  }
}
