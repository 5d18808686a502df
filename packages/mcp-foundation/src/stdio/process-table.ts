// Reads the operating system's list of processes. Node has no API for it. Imports nothing of ours: the watchdog runs it.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'

export interface ProcessEntry {
  readonly pid: number
  readonly parent: number
  /** Process group. */
  readonly group: number
  readonly session: number
  /** When it started, in a form that only compares for equality: it tells a process from a later one with its pid. */
  readonly started: string
  /** Ended, and waiting for its parent to read the status. */
  readonly zombie: boolean
}

/**
 * Every process that this user can see, or null when nobody can say now: no file descriptor is free, `ps` is missing.
 * Reads `/proc` where there is one (Linux), else asks `ps` (macOS, BSD).
 */
export function listProcesses(): readonly ProcessEntry[] | null {
  if (!hasProc()) return askPs()
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(readProcStat).filter((entry) => entry !== null)
  } catch {
    return null
  }
}

/** Those of the given processes that exist, or null as above. On Linux it reads only them. */
export function findProcesses(pids: Iterable<number>): readonly ProcessEntry[] | null {
  const wanted = new Set(pids)
  if (!hasProc()) return askPs()?.filter((entry) => wanted.has(entry.pid)) ?? null
  try {
    return [...wanted].map(readProcStat).filter((entry) => entry !== null)
  } catch {
    return null
  }
}

function hasProc(): boolean {
  return existsSync('/proc/self/stat')
}

/** Null when the process ended meanwhile, or is hidden from this user. */
function readProcStat(pid: number | string): ProcessEntry | null {
  try {
    return parseProcStat(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')) throw error
    return null
  }
}

/** proc_pid_stat(5). The second field is the program's name in parentheses and may itself hold spaces and `)`. */
export function parseProcStat(text: string): ProcessEntry | null {
  const nameEnd = text.lastIndexOf(')')
  const pid = Number.parseInt(text, 10)
  const fields = text.slice(nameEnd + 2).split(' ')
  const [state, parent, group, session] = fields
  const started = fields[19]
  if (nameEnd === -1 || !Number.isInteger(pid) || state === undefined || started === undefined) return null
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    started,
    zombie: state === 'Z' || state === 'X'
  }
}

function askPs(): readonly ProcessEntry[] | null {
  try {
    const columns = 'pid=,ppid=,pgid=,sess=,stat=,lstart='
    const options = { encoding: 'latin1', env: { PATH: '/bin:/usr/bin', LC_ALL: 'C' }, maxBuffer: 64 * 1024 * 1024 } as const
    return parsePs(execFileSync('ps', ['-A', '-o', columns], { ...options, stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return null
  }
}

/** The output of `ps -A -o pid=,ppid=,pgid=,sess=,stat=,lstart=`. macOS prints no session id: 0 then. */
export function parsePs(text: string): readonly ProcessEntry[] {
  const entries: ProcessEntry[] = []
  for (const line of text.split('\n')) {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s+(.*\S)\s*$/.exec(line)
    if (match === null) continue
    const [, pid, parent, group, session = '', state = '', started = ''] = match
    entries.push({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: /^\d+$/.test(session) ? Number(session) : 0,
      started,
      zombie: state.startsWith('Z')
    })
  }
  return entries
}
