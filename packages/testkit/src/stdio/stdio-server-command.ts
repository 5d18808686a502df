import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mergeScript } from '../script/script.ts'
import type { Script, ScriptPart } from '../script/script.ts'
import { readClientMessage } from '../server/json-rpc.ts'
import type { ClientMessage } from '../server/json-rpc.ts'
import type { Notice, StartedProcess } from './peer-folder.ts'
import { readLog, releaseIn, whenChanged, writeScript } from './peer-folder.ts'
import { isRunning, processesGone } from './processes-gone.ts'

/** One line that reached a scripted process. */
export interface ReceivedLine {
  /** Exactly what came, without the line end. */
  readonly body: string
  readonly message: ClientMessage | null
}

/** A command that runs a scripted server over pipes. `using` ends what is left of it and removes its folder. */
export interface StdioServer extends Disposable {
  readonly command: string
  readonly args: string[]
  /** Every line of every process that was started with the command, in order. */
  requests(): readonly ReceivedLine[]
  /** How often a JSON-RPC method, or `*` (every line), has arrived. Never behind an answer. */
  count(on: string): number
  /** Resolves with the nth line with that method (from 1) once it has arrived. */
  received(on: string, nth?: number): Promise<ReceivedLine>
  /** Resolves once a server has seen the end of its standard input, or a stubborn one a SIGTERM. */
  noticed(what: Notice): Promise<void>
  /** Lets the steps `{ until: name }` go on. */
  release(name: string): void
  /** Every process that was started, wrappers included. */
  started(): readonly StartedProcess[]
  /** Resolves with the ids of those that still run after at most `withinMs` milliseconds (default 10 000). */
  stillRunning(withinMs?: number): Promise<readonly number[]>
}

/** Makes the command; nothing runs yet. Throws a TypeError for a script that is not data only. */
export function stdioServerCommand(...parts: readonly ScriptPart[]): StdioServer {
  const script = mergeScript(parts)
  demandData(script)
  const folder = mkdtempSync(join(tmpdir(), 'b10x-testkit-'))
  writeScript(folder, script)
  const server = siblingProgram('run-scripted-process')
  const wrapped = script.stdio.wrapped !== undefined
  const args = wrapped ? [siblingProgram('run-wrapper'), folder, server] : [server, folder]

  const requests = (): readonly ReceivedLine[] =>
    readLog(folder).flatMap((entry) => (entry.kind === 'line' ? [readLine(entry.text)] : []))
  const matching = (on: string): readonly ReceivedLine[] =>
    requests().filter((line) => on === '*' || line.message?.method === on)
  const started = (): readonly StartedProcess[] =>
    readLog(folder).flatMap((entry) => (entry.kind === 'started' ? [entry] : []))

  return {
    command: process.execPath,
    args,
    requests,
    count: (on) => matching(on).length,
    async received(on, nth = 1) {
      await whenChanged(folder, () => matching(on).length >= nth)
      return matching(on)[nth - 1] as ReceivedLine
    },
    noticed: (what) =>
      whenChanged(folder, () => readLog(folder).some((entry) => entry.kind === 'noticed' && entry.what === what)),
    release: (name) => releaseIn(folder, name),
    started,
    stillRunning: (withinMs) => processesGone(started().map((entry) => entry.pid), withinMs),
    [Symbol.dispose]() {
      started().forEach(({ pid }) => killIfRunning(pid))
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function killIfRunning(pid: number): void {
  try {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  } catch {
    // It ended between the look and the signal.
  }
}

function demandData(script: Script): void {
  if (script.onCall !== null) throw new TypeError('onCall is a function; name the result in results')
  if (script.answers.some(({ answer }) => answer.steps.some((step) => 'socket' in step))) {
    throw new TypeError('a socket step has no meaning over pipes')
  }
}

/** The program beside this file: source when we run from source, JavaScript when built. */
function siblingProgram(name: string): string {
  const ending = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  return fileURLToPath(new URL(`./${name}${ending}`, import.meta.url))
}

function readLine(text: string): ReceivedLine {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { body: text, message: readClientMessage(json) }
}
