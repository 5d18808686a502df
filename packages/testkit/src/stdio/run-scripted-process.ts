/**
 * The scripted server as a process: newline-delimited JSON-RPC over pipes (mcp: stdio transport).
 * Started by `stdioServerCommand` with the shared folder as its one argument.
 */
import { createInterface } from 'node:readline'
import type { Answer } from '../script/answer.ts'
import { chunkSlabs, cutSlabs } from '../script/raw-json.ts'
import { answerMessage } from '../server/answer-message.ts'
import { countArrivals, fillTemplates, needsGood } from '../server/answer-rules.ts'
import { trackHappenings } from '../server/happenings.ts'
import { errorReply, readClientMessage } from '../server/json-rpc.ts'
import type { ClientMessage } from '../server/json-rpc.ts'
import { log, logStart, readScript, whenReleased } from './peer-folder.ts'

const folder = process.argv[2] ?? ''
const script = readScript(folder)
const { banner = [], stderr = [], lineEnd = '\n', stubborn = false, writeBytes, exitAtOnce } = script.stdio
const arrivals = countArrivals()
const happenings = trackHappenings()
let writing: Promise<void> = Promise.resolve()

logStart(folder, 'server')
if (stubborn) {
  process.on('SIGTERM', () => log(folder, { kind: 'noticed', what: 'SIGTERM' }))
  // Stays for as long as any test runs, and no longer: a test that timed out disposes of nothing.
  setTimeout(() => process.exit(0), 120_000)
}
for (const line of stderr) process.stderr.write(`${line}\n`)
for (const line of banner) await write([Buffer.from(`${line}${lineEnd}`)])
if (exitAtOnce !== undefined) process.exit(exitAtOnce)

process.stdout.on('error', () => (stubborn ? undefined : process.exit(0)))
createInterface({ input: process.stdin, crlfDelay: Infinity })
  .on('line', (line) => void receive(line))
  .on('close', () => {
    log(folder, { kind: 'noticed', what: 'input-ended' })
    if (!stubborn) setImmediate(exitWhenWritten)
  })

/** The end of the input ends a good server, once what it owes is written. */
function exitWhenWritten(): void {
  void writing.finally(() => process.exit(0))
}

async function receive(line: string): Promise<void> {
  log(folder, { kind: 'line', text: line })
  const message = readClientMessage(parseOrUndefined(line))
  const names = [message?.method ?? '', '*']
  const scripted = arrivals.arrive(script, names)
  for (const name of names) happenings.happened(name)
  if (scripted !== null) return play(scripted, message)
  if (message === null) return write([Buffer.from(errorReply(null, 400, -32700, 'Parse error').message + lineEnd)])
  if (message.idText !== null) await write([Buffer.from((await answerMessage(script, message)).message + lineEnd)])
}

async function play(answer: Answer, message: ClientMessage | null): Promise<void> {
  const good = needsGood(answer) && message !== null ? (await answerMessage(script, message)).message : ''
  const render = fillTemplates(message, good)
  for (const step of answer.steps) {
    if ('message' in step) await write([Buffer.from(render(step.message) + lineEnd)])
    else if ('bytes' in step) await write(chunkSlabs(step.bytes, render))
    else if ('until' in step) await Promise.race([happenings.waitFor(step.until), whenReleased(folder, step.until)])
    else if ('hold' in step) return
    else if ('exit' in step) process.exit(step.exit)
    else if ('reset' in step) process.exit(1)
  }
}

/** Writes one unit after the other, so that answers never mix; in small pieces where the script says so. */
function write(slabs: Iterable<Uint8Array>): Promise<void> {
  writing = writing.then(async () => {
    for (const piece of cutSlabs(slabs, writeBytes)) await writePiece(piece)
  })
  return writing
}

function writePiece(piece: Uint8Array): Promise<void> {
  return new Promise((resolve) => process.stdout.write(piece, () => setImmediate(resolve)))
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
