/** The folder that a scripted process and the test share: the script in, what happened out. */
import { appendFileSync, existsSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Script } from '../script/script.ts'

/** One process that was started. */
export interface StartedProcess {
  readonly role: 'server' | 'wrapper'
  readonly pid: number
  /** Names of its environment variables, sorted. */
  readonly env: readonly string[]
  readonly cwd: string
}

/** What a stubborn process is told and does not obey; `input-ended` is told of every one. */
export type Notice = 'input-ended' | 'SIGTERM'

/** One line of the log that the processes write, in the order of happening. */
export type LogEntry =
  | ({ readonly kind: 'started' } & StartedProcess)
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'noticed'; readonly what: Notice }

const scriptFile = (folder: string): string => join(folder, 'script.json')
const logFile = (folder: string): string => join(folder, 'log.jsonl')
const releaseFile = (folder: string, name: string): string => join(folder, `released-${encodeURIComponent(name)}`)

export function writeScript(folder: string, script: Script): void {
  writeFileSync(scriptFile(folder), JSON.stringify(script))
  writeFileSync(logFile(folder), '')
}

export function readScript(folder: string): Script {
  return JSON.parse(readFileSync(scriptFile(folder), 'utf8')) as Script
}

/** Appends synchronously: an entry is there before the process does anything about it. */
export function log(folder: string, entry: LogEntry): void {
  appendFileSync(logFile(folder), `${JSON.stringify(entry)}\n`)
}

export function logStart(folder: string, role: 'server' | 'wrapper'): void {
  log(folder, { kind: 'started', role, pid: process.pid, env: Object.keys(process.env).sort(), cwd: process.cwd() })
}

export function readLog(folder: string): readonly LogEntry[] {
  const lines = readFileSync(logFile(folder), 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as LogEntry)
}

/** Lets a step `{ until: name }` of the process go on. */
export function releaseIn(folder: string, name: string): void {
  writeFileSync(releaseFile(folder, name), '')
}

/** Resolves when `holds` is true, which is asked again whenever a file in the folder changes. */
export function whenChanged(folder: string, holds: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const watcher = watch(folder, { persistent: true })
    const check = (): void => {
      if (!holds()) return
      watcher.close()
      resolve()
    }
    watcher.on('change', check).on('error', reject)
    check()
  })
}

/** Resolves once `name` was released. */
export function whenReleased(folder: string, name: string): Promise<void> {
  return whenChanged(folder, () => existsSync(releaseFile(folder, name)))
}
