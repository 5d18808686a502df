import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { signalTree } from './process-tree.ts'
import type { ProcessTree } from './process-tree.ts'

/** How often a watchdog that was killed is replaced at once; more than that is no accident. */
const MAX_REPLACEMENTS = 10

interface Watched {
  readonly tree: ProcessTree
  readonly waitMs: number
}

const watched = new Map<number, Watched>()
let watchdog: ChildProcessByStdio<Writable, null, null> | null = null
let exitHooked = false
let replacements = 0

/**
 * Makes sure that someone outlives this host and ends its servers. Call it before the first server starts.
 *
 * One watchdog per host process (per worker thread, where those start servers), from the first server on. Measured on
 * Linux x64, Node 24: 9 MB of memory of its own (45 MB resident, the rest shared with any other Node), 0.1 s of CPU
 * once, then nothing. It is a Node program in its own session; it never keeps the host alive and leaves when the host
 * does, in whatever way. Where this code was bundled into one file the watchdog's file is missing and there is none:
 * then only an orderly exit ends the servers.
 */
export function startWatchdog(): void {
  if (!exitHooked) {
    exitHooked = true
    // The second line: an orderly exit needs no watchdog, and this also works where there is none.
    process.on('exit', () => {
      for (const { tree } of watched.values()) signalTree(tree, 'SIGKILL')
    })
  }
  if (watchdog !== null) return
  const program = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './run-watchdog.ts' : './run-watchdog.js', import.meta.url))
  if (!existsSync(program)) return
  const child = spawnWatchdog(program)
  if (child === null) return
  watchdog = child
  const lost = (wasKilled: boolean): void => {
    if (watchdog !== child) return
    watchdog = null
    // One that left by itself does not work here, and would not the next time either.
    if (!wasKilled || watched.size === 0 || replacements === MAX_REPLACEMENTS) return
    replacements += 1
    startWatchdog()
  }
  child.once('error', () => lost(false))
  child.once('exit', (_exitCode, signal) => lost(signal !== null))
  child.unref()
  // Out of file descriptors there is no pipe, whatever the types say; the error event follows.
  const stdin: Writable | undefined = child.stdin
  stdin?.on('error', () => {}) // its exit follows
  for (const entry of watched.values()) tell(added(entry))
}

/** Ends the tree when this host ends, until the returned function is called. */
export function watchProcessTree(tree: ProcessTree, waitMs: number): () => void {
  const entry: Watched = { tree, waitMs }
  watched.set(tree.pid, entry)
  tell(added(entry))
  return () => {
    if (watched.get(tree.pid) !== entry) return
    watched.delete(tree.pid)
    tell(`-${tree.pid}`)
  }
}

function added({ tree, waitMs }: Watched): string {
  return `+${tree.pid} ${waitMs} ${tree.started ?? ''}`
}

function tell(line: string): void {
  const stdin: Writable | undefined = watchdog?.stdin
  stdin?.write(`${line}\n`)
}

function spawnWatchdog(program: string): ChildProcessByStdio<Writable, null, null> | null {
  // Electron's executable behaves as Node only when told so. NODE_OPTIONS and the like stay behind.
  const env = { PATH: '/usr/bin:/bin', ELECTRON_RUN_AS_NODE: '1' }
  try {
    return spawn(process.execPath, [program], { cwd: '/', env, detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  } catch {
    return null
  }
}
