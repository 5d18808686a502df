import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import type { Answer } from '../script/answer.ts'
import { chunkBytes, chunkSlabs } from '../script/raw-json.ts'
import type { Chunk } from '../script/raw-json.ts'
import type { Happenings } from '../server/happenings.ts'

export interface AnswerContext {
  readonly sse: boolean
  readonly happenings: Happenings
  /** Fills placeholders; absent for texts that are ready. */
  readonly render?: (template: string) => string
}

/** Plays the steps of an answer on one HTTP response. Resolves when they are played or the peer has gone. */
export async function writeAnswer(response: ServerResponse, answer: Answer, context: AnswerContext): Promise<void> {
  const sse = answer.sse ?? (context.sse || answer.steps.filter((step) => 'message' in step).length > 1)
  const render = context.render ?? ((text: string) => text)
  const only = answer.steps.length === 1 ? answer.steps[0] : undefined
  if (!sse && only !== undefined && 'message' in only) return endWith(response, answer, render(only.message))
  const gone = new Promise<void>((resolve) => response.once('close', resolve))
  const write = async (chunk: Chunk): Promise<void> => {
    writeHead(response, answer, sse, render)
    await writeChunk(response, chunk, render)
  }
  for (const step of answer.steps) {
    if (response.destroyed) return
    if ('message' in step) await write(sse ? sseEvent(render(step.message)) : render(step.message))
    else if ('bytes' in step) await write(step.bytes)
    else if ('head' in step) flushHead(response, answer, sse, render)
    else if ('until' in step) await Promise.race([context.happenings.waitFor(step.until), gone])
    else if ('hold' in step) return gone
    else if ('socket' in step) return takeSocket(response, step.socket, render)
    else return void response.socket?.destroy()
  }
  writeHead(response, answer, sse, render)
  response.end()
}

/** One SSE `message` event that holds a JSON-RPC message. */
export function sseEvent(text: string): string {
  return `event: message\n${text.split('\n').map((line) => `data: ${line}\n`).join('')}\n`
}

type Render = (template: string) => string

function endWith(response: ServerResponse, answer: Answer, text: string): void {
  const length = String(Buffer.byteLength(text))
  const headers = { 'content-type': 'application/json', 'content-length': length, ...answer.headers }
  response.writeHead(answer.status ?? 200, headers).end(text)
}

function writeHead(response: ServerResponse, answer: Answer, sse: boolean, render: Render): void {
  if (response.headersSent) return
  const bodyless = answer.steps.every((step) => !('message' in step || 'bytes' in step))
  const type = sse ? 'text/event-stream' : 'application/json'
  response.writeHead(answer.status ?? 200, {
    ...(bodyless && !sse ? {} : { 'content-type': type }),
    ...(sse ? { 'x-accel-buffering': 'no' } : {}),
    ...(answer.sized === true ? { 'content-length': String(bodyBytes(answer, render)) } : {}),
    ...answer.headers
  })
}

function bodyBytes(answer: Answer, render: Render): number {
  const chunks = answer.steps.flatMap((step) => ('bytes' in step ? [step.bytes] : []))
  return chunks.reduce((sum, chunk) => sum + chunkBytes(typeof chunk === 'string' ? render(chunk) : chunk), 0)
}

function flushHead(response: ServerResponse, answer: Answer, sse: boolean, render: Render): void {
  writeHead(response, answer, sse, render)
  response.flushHeaders()
}

async function takeSocket(response: ServerResponse, chunk: Chunk, render: Render): Promise<void> {
  const { socket } = response
  if (socket === null) return
  await writeChunk(socket, chunk, render)
  socket.end()
}

/** Writes slab by slab, each once the one before it has left this process; stops when the peer has gone. */
export async function writeChunk(stream: Writable, chunk: Chunk, render: Render): Promise<void> {
  for (const slab of chunkSlabs(chunk, render)) {
    if (stream.destroyed) return
    await writeSlab(stream, slab)
  }
}

function writeSlab(stream: Writable, slab: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('close', done)
      resolve()
    }
    stream.on('close', done).write(slab, done)
  })
}
