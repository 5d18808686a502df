/**
 * What a scripted server does instead of its good answer. All of it is data, so that one deviation runs over HTTP
 * and, in a child process, over pipes.
 */
import { jsonText } from './raw-json.ts'
import type { Chunk, RawJson } from './raw-json.ts'

/**
 * One thing that the server does. Texts may hold placeholders: `{{id}}` is the JSON text of the request's id,
 * `{{progressToken}}` that of its progress token, `{{good}}` the whole message that the good server would have sent,
 * `{{result}}` only its `result`. (A GET has no request of its own: there they speak of the latest one.)
 * - `message`: one JSON-RPC message, framed as the transport does (JSON body, SSE event, line)
 * - `bytes`: exactly these bytes in the response body or on standard output
 * - `socket`: exactly these bytes on the bare socket, in place of an HTTP response (HTTP only)
 * - `head`: sends the response head now (HTTP only)
 * - `until`: waits until a message with this method has arrived or the test has called `release` with this name
 * - `hold`: never goes on; the response stays open
 * - `reset`: ends the connection at once without an end; over pipes the process exits with status 1
 * - `exit`: ends the process with this status (pipes only)
 */
export type Step =
  | { readonly message: string }
  | { readonly bytes: Chunk }
  | { readonly socket: Chunk }
  | { readonly head: true }
  | { readonly until: string }
  | { readonly hold: true }
  | { readonly reset: true }
  | { readonly exit: number }

/** The steps in order; afterwards an HTTP response ends. */
export interface Answer {
  /** HTTP status, default 200. */
  readonly status?: number
  /** Response headers. `content-type` follows from the framing unless given. */
  readonly headers?: Readonly<Record<string, string>>
  /** Frame messages as SSE events. Default: as the script's `respondWith`, and always for more than one message. */
  readonly sse?: boolean
  /** Announces the true length of all `bytes` in `content-length`; otherwise they go out chunked. */
  readonly sized?: boolean
  readonly steps: readonly Step[]
}

/** An answer in place of the good one. */
export interface ScriptedAnswer {
  /** A JSON-RPC method, `GET`, `DELETE`, or `*` for every POST or line. */
  readonly on: string
  /** Which arrival it is for, from 1; absent means every one. */
  readonly nth?: number
  readonly answer: Answer
}

/** Pairs a method with what happens instead: `answering('tools/call', closeBeforeAnswer())`. */
export function answering(on: string, answer: Answer, nth?: number): { readonly answers: readonly ScriptedAnswer[] } {
  return { answers: [nth === undefined ? { on, answer } : { on, nth, answer }] }
}

/** The good answer, framed as the transport does. */
export const GOOD: Step = { message: '{{good}}' }

/** Messages in order; `GOOD` among them is the good answer. */
export function messages(...texts: readonly RawJson[]): Answer {
  return { steps: texts.map((text) => ({ message: jsonText(text) })) }
}

/** A JSON-RPC result under the right id. */
export function result(value: RawJson): Answer {
  return messages(`{"jsonrpc":"2.0","id":{{id}},"result":${jsonText(value)}}`)
}

/** A JSON-RPC error under the right id. `status` is the HTTP status, default 200. */
export function rpcError(code: number, message: string, options: { data?: RawJson; status?: number } = {}): Answer {
  const data = options.data === undefined ? '' : `,"data":${jsonText(options.data)}`
  const text = `{"jsonrpc":"2.0","id":{{id}},"error":{"code":${code},"message":${JSON.stringify(message)}${data}}}`
  return { status: options.status ?? 200, steps: [{ message: text }] }
}

/** An HTTP response with exactly this body. */
export function body(status: number, headers: Readonly<Record<string, string>>, ...chunks: readonly Chunk[]): Answer {
  return { status, headers, sse: false, steps: chunks.map((bytes) => ({ bytes })) }
}

/** An event stream with exactly these bytes and steps. */
export function eventStream(...parts: readonly (Chunk | Step)[]): Answer {
  return { sse: true, steps: parts.map((part) => (isChunk(part) ? { bytes: part } : part)) }
}

function isChunk(part: Chunk | Step): part is Chunk {
  return typeof part === 'string' || 'base64' in part || 'fill' in part
}

/** Reads the request and closes the socket without a byte. Over pipes the process exits. */
export function closeBeforeAnswer(): Answer {
  return { steps: [{ reset: true }] }
}

/** Sends these chunks and then closes the socket in the middle of the body. */
export function closeMidBody(...chunks: readonly Chunk[]): Answer {
  const steps = [...chunks.map((bytes) => ({ bytes })), { reset: true } as const]
  return { headers: { 'content-length': '1000000' }, sse: false, steps }
}

/** Ends the process with this status, over pipes. */
export function exitProcess(status: number): Answer {
  return { steps: [{ exit: status }] }
}

/** Never answers; the connection stays open. */
export function neverAnswer(): Answer {
  return { steps: [{ hold: true }] }
}

/** Answers well, but only once `name` was released or a message with that method arrived. */
export function answerAfter(name: string): Answer {
  return { steps: [{ until: name }, GOOD] }
}
