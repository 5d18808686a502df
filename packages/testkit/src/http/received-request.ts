import type { IncomingMessage, ServerResponse } from 'node:http'
import { readClientMessage } from '../server/json-rpc.ts'
import type { ClientMessage } from '../server/json-rpc.ts'

/** One HTTP request as it arrived. */
export interface ReceivedRequest {
  readonly httpMethod: string
  readonly path: string
  /** Names in lower case; repeated ones joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** Names and values in turn, exactly as they came. */
  readonly rawHeaders: readonly string[]
  /** The body as text, exactly: digits of numbers are all here. */
  readonly body: string
  /** The body as `JSON.parse` reads it; undefined when it is not JSON. */
  readonly json: unknown
  /** The body as one JSON-RPC request or notification; null for anything else. */
  readonly message: ClientMessage | null
  /** How the exchange ended: we sent everything, or the connection closed first (by either side). */
  readonly ended: Promise<'answered' | 'closed'>
}

/** Reads the body. Never rejects: a body that breaks off is what has come so far. */
export async function receiveRequest(request: IncomingMessage, response: ServerResponse): Promise<ReceivedRequest> {
  const ended = new Promise<'answered' | 'closed'>((resolve) => {
    response.once('close', () => resolve(response.writableFinished ? 'answered' : 'closed'))
  })
  const chunks: Buffer[] = []
  await new Promise<void>((resolve) => {
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('close', resolve).once('end', resolve).once('error', () => resolve())
  })
  const body = Buffer.concat(chunks).toString('utf8')
  const json = parseOrUndefined(body)
  return {
    httpMethod: request.method ?? '',
    path: request.url ?? '',
    headers: joinHeaders(request.rawHeaders),
    rawHeaders: request.rawHeaders,
    body,
    json,
    message: readClientMessage(json),
    ended
  }
}

function joinHeaders(raw: readonly string[]): Record<string, string> {
  const joined = new Map<string, string>()
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase()
    const before = joined.get(name)
    joined.set(name, before === undefined ? (raw[index + 1] ?? '') : `${before}, ${raw[index + 1] ?? ''}`)
  }
  return Object.fromEntries(joined)
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
