/** Answers that are not one good JSON-RPC message. Each takes the method that it happens on. */
import { answering, body, eventStream, GOOD, messages, neverAnswer, rpcError } from '../script/answer.ts'
import type { Answer, Step } from '../script/answer.ts'
import { fill, rawBytes } from '../script/raw-json.ts'
import type { Chunk } from '../script/raw-json.ts'
import type { ScriptPart } from '../script/script.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const CALL = 'tools/call'
const BEFORE_TEXT = '{"jsonrpc":"2.0","id":{{id}},"result":{"resultType":"complete","content":[{"type":"text","text":"'

/** A web page, 200. */
export function htmlInsteadOfJson(on: string = CALL): ScriptPart {
  return answering(on, body(200, { 'content-type': 'text/html' }, '<!doctype html><title>Sign in</title>\n'))
}

/** JSON that breaks off. */
export function malformedJson(on: string = CALL): ScriptPart {
  return answering(on, body(200, JSON_TYPE, '{"jsonrpc":"2.0","id":{{id}},"result":\n'))
}

/** Nothing at all, 200. */
export function emptyBody(on: string = CALL): ScriptPart {
  return answering(on, body(200, JSON_TYPE))
}

/** An HTTP status with no JSON-RPC body. */
export function bareStatus(status: number, on: string = CALL): ScriptPart {
  return answering(on, body(status, {}))
}

/**
 * A valid message whose result holds one text of `bytes` bytes; the `content-length` is true, or there is none.
 * Over pipes it is one long line.
 */
export function largeResult(bytes: number, options: { on?: string; sized?: boolean } = {}): ScriptPart {
  const answer = body(200, JSON_TYPE, BEFORE_TEXT, fill('x', bytes), '"}]}}\n')
  return answering(options.on ?? CALL, { ...answer, sized: options.sized ?? true })
}

/** The same as one SSE event. */
export function largeEvent(bytes: number, on: string = CALL): ScriptPart {
  return answering(on, eventStream(`data: ${BEFORE_TEXT}`, fill('x', bytes), '"}]}}\n\n'))
}

/** So many notifications that the answer would be event `count` + 1. */
export function manyEvents(count: number, on: string = CALL): ScriptPart {
  const note = 'data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":""}}\n\n'
  return answering(on, eventStream(fill(note, count), GOOD))
}

/** Bytes that are not UTF-8 inside a string of the result. */
export function invalidUtf8(on: string = CALL): ScriptPart {
  return answering(on, resultText(rawBytes(0xc3, 0x28, 0xff)))
}

/** A byte order mark before the message. */
export function byteOrderMark(on: string = CALL): ScriptPart {
  return answering(on, body(200, JSON_TYPE, rawBytes(0xef, 0xbb, 0xbf), '{{good}}\n'))
}

/** Arrays nested `depth` deep inside the result. */
export function deepNesting(depth = 100_000, on: string = CALL): ScriptPart {
  const before = '{"jsonrpc":"2.0","id":{{id}},"result":{"content":[],"structuredContent":'
  return answering(on, body(200, JSON_TYPE, before, fill('[', depth), fill(']', depth), '}}\n'))
}

/** The member `result` twice in one message. */
export function duplicateResult(on: string = CALL): ScriptPart {
  return answering(on, messages('{"jsonrpc":"2.0","id":{{id}},"result":{{result}},"result":{"content":[]}}'))
}

/** A redirect, by default one that asks to repeat the POST. */
export function redirect(location = '/elsewhere', status = 307, on: string = CALL): ScriptPart {
  return answering(on, body(status, { location }))
}

/** The answer to a request that nobody sent. */
export function wrongId(on: string = CALL): ScriptPart {
  return answering(on, messages('{"jsonrpc":"2.0","id":987654,"result":{{result}}}'))
}

/** The right id as a string. */
export function idAsString(on: string = CALL): ScriptPart {
  return answering(on, messages('{"jsonrpc":"2.0","id":"{{id}}","result":{{result}}}'))
}

/** The good answer inside an array. */
export function batchArray(on: string = CALL): ScriptPart {
  return answering(on, messages('[{{good}}]'))
}

/** 202 without a body, as to a notification. */
export function acceptedOnly(on: string = CALL): ScriptPart {
  return answering(on, body(202, {}))
}

/** The good answer twice. */
export function answeredTwice(on: string = CALL): ScriptPart {
  return answering(on, messages('{{good}}', '{{good}}'))
}

/** A `ping` of the server on the response stream before the answer. */
export function pingOnStream(on: string = CALL): ScriptPart {
  return answering(on, messages('{"jsonrpc":"2.0","id":"ping-1","method":"ping"}', '{{good}}'))
}

/** A JSON-RPC error with text that must not get into ours. */
export function remoteError(on: string = CALL, code = -32603, status = 200): ScriptPart {
  return answering(on, rpcError(code, 'remote-canary-text', { data: { note: 'remote-canary-data' }, status }))
}

/** Accepts the request and stays silent with the connection open. */
export function silence(on: string = CALL): ScriptPart {
  return answering(on, neverAnswer())
}

/** An event stream that ends after a comment and a notification, before the answer. */
export function streamEndsEarly(on: string = CALL): ScriptPart {
  const note = 'data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":""}}\n\n'
  return answering(on, eventStream(': soon\n\n', note))
}

/** An event stream that ends inside the event with the answer, without the empty line. */
export function streamEndsInsideEvent(on: string = CALL): ScriptPart {
  return answering(on, eventStream('event: message\ndata: {{good}}'))
}

/** The answer, and then the stream stays open. */
export function streamStaysOpen(on: string = CALL): ScriptPart {
  return answering(on, eventStream(GOOD, { hold: true }))
}

/** Legacy resumption: an event id, then the end; a GET with `Last-Event-ID` gets the answer, on attempt `attempts`. */
export function streamResumes(on: string = CALL, attempts = 1): ScriptPart {
  const primer = (id: number): Answer => eventStream(`id: e${id}\nretry: 1\ndata: \n\n`)
  const gets = Array.from({ length: attempts }, (_, index) => ({
    on: 'GET',
    nth: index + 1,
    answer: index + 1 === attempts ? eventStream(GOOD) : primer(index + 2)
  }))
  return { answers: [{ on, answer: primer(1) }, ...gets] }
}

/** Bytes on the socket that are not HTTP. HTTP only. */
export function notHttp(on: string = CALL): ScriptPart {
  return answering(on, { steps: [{ socket: 'SSH-2.0-scripted\r\n' }] })
}

/** The body, or the event, in pieces that wait for `release('go-1')`, `release('go-2')` and so on. */
export function pausedBody(pieces: readonly Chunk[], on: string = CALL, sse = false): ScriptPart {
  const pause = (index: number): Step[] => (index === 0 ? [] : [{ until: `go-${index}` }])
  return answering(on, { sse, steps: pieces.flatMap((bytes, index) => [...pause(index), { bytes }]) })
}

function resultText(chunk: Chunk): Answer {
  return body(200, JSON_TYPE, BEFORE_TEXT, chunk, '"}]}}\n')
}
