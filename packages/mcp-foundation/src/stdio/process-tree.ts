// Which processes belong to a server we started. Imports nothing else of ours: the watchdog runs it.
import { findProcesses, listProcesses } from './process-table.ts'
import type { ProcessEntry } from './process-table.ts'

/**
 * A process that was started as the leader of its own session and group, and everything that came from it.
 * Members are found by session, by group and by parent links, and remembered: a link vanishes when a parent ends.
 */
export interface ProcessTree {
  readonly pid: number
  /** Start time of the leader; null when it could not be read. */
  readonly started: string | null
  /** Every member ever seen: pid to start time. */
  readonly seen: Map<number, string>
}

/** Must run before the parent collects the leader's exit status: until then its pid cannot be given away. */
export function trackProcessTree(pid: number): ProcessTree {
  return createProcessTree(pid, findProcesses([pid])?.[0]?.started ?? null)
}

export function createProcessTree(pid: number, started: string | null): ProcessTree {
  return { pid, started, seen: new Map(started === null ? [] : [[pid, started]]) }
}

/**
 * The members that still run, zombies aside; null when the list of processes cannot be read now. A process that merely has the pid of an ended one is told by its start
 * time; when the leader's pid was given away, its session and group are no longer ours either.
 *
 * A process that left the session, and whose parent had ended before the first look, cannot be found.
 */
export function findMembers(
  tree: ProcessTree,
  table: readonly ProcessEntry[] | null = listProcesses()
): readonly ProcessEntry[] | null {
  if (table === null) return null
  const reused = tree.started !== null && table.some((entry) => entry.pid === tree.pid && entry.started !== tree.started)
  const children = new Map<number, ProcessEntry[]>()
  const queue: ProcessEntry[] = []
  for (const entry of table) {
    const siblings = children.get(entry.parent)
    if (siblings === undefined) children.set(entry.parent, [entry])
    else siblings.push(entry)
    const linked = !reused && (entry.session === tree.pid || entry.group === tree.pid)
    if (linked || tree.seen.get(entry.pid) === entry.started) queue.push(entry)
  }
  const members = new Map<number, ProcessEntry>()
  for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
    if (members.has(entry.pid) || entry.pid === process.pid) continue
    members.set(entry.pid, entry)
    queue.push(...(children.get(entry.pid) ?? []))
  }
  const running = [...members.values()].filter((entry) => !entry.zombie)
  for (const entry of running) tree.seen.set(entry.pid, entry.started)
  return running
}

/** True while anything of the tree runs. Others than the members seen before are looked for only when none of those runs. */
export function isTreeRunning(tree: ProcessTree): boolean {
  const seen = findProcesses(tree.seen.keys())
  if (seen?.some((entry) => tree.seen.get(entry.pid) === entry.started && !entry.zombie) === true) return true
  const members = findMembers(tree)
  return members === null ? send(-tree.pid, 0) : members.length > 0
}

/**
 * Signals the group at once, so that a member that forks meanwhile is reached, and the others one by one.
 * Where the members are not known the group is all that can be reached.
 */
export function signalTree(tree: ProcessTree, signal: 'SIGTERM' | 'SIGKILL'): void {
  const members = findMembers(tree)
  if (members === null || members.some((entry) => entry.group === tree.pid)) send(-tree.pid, signal)
  for (const entry of members ?? []) {
    if (entry.group !== tree.pid) send(entry.pid, signal)
  }
}

/** False when there is nothing of that id, or nothing that this user may signal. */
function send(pid: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
