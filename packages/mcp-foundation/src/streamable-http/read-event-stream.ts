import { isUtf8 } from 'node:buffer'
import { GovernedError } from '@b10x/ports/errors'
import type { BoundName, Bounds } from '@b10x/ports'
import { createByteCollector } from './collect-bytes.ts'
import { decodeText } from './decode-text.ts'

const LF = 0x0a
const CR = 0x0d
const COLON = 0x3a
const SPACE = 0x20

const DATA = Buffer.from('data')
const EVENT = Buffer.from('event')
const ID = Buffer.from('id')
const RETRY = Buffer.from('retry')
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** One `text/event-stream`, or several that resume one another: the counts go on, an unfinished event does not. */
export interface EventStreamReader {
  /**
   * Takes the next bytes, cut anywhere. Returns false as soon as `onMessage` did; the rest is not looked at.
   * @throws GovernedError `bound_exceeded` (`maxSseEvents`, `maxSseEventBytes`, `maxMessageBytes`),
   *   `message_invalid` not_utf8; the reader is unusable afterwards
   */
  feed(chunk: Uint8Array): boolean
  /** The next chunk begins a new stream. */
  restart(): void
  /** The id of the last complete event that had one, or null. */
  lastEventId(): string | null
  /** What the server last asked for as the delay before it is connected again, or null. Milliseconds. */
  retryMs(): number | null
}

/**
 * Server-sent events (WHATWG HTML, 9.2.6), read line by line over bytes: only values that count are decoded.
 * @param onMessage takes the data of an event named `message` or unnamed that has any; returns whether to go on
 * @param onOther takes every other event that counts, with its data or null
 */
export function createEventStreamReader(
  bounds: Pick<Bounds, 'maxSseEvents' | 'maxSseEventBytes' | 'maxMessageBytes'>,
  onMessage: (data: string) => boolean,
  onOther: (name: string, data: string | null) => void = () => {}
): EventStreamReader {
  const line = createByteCollector(0)
  let atStart = true
  let skipLineFeed = false
  let lastEventId: string | null = null
  let retryMs: number | null = null
  let events = 0
  /** Since the last event: comments and empty lines count too. */
  let eventBytes = 0

  let data: string | null = null
  let dataBytes = 0
  let name = ''
  let id: string | null = null

  function feed(chunk: Uint8Array): boolean {
    let start = 0
    if (skipLineFeed && chunk.length > 0) {
      skipLineFeed = false
      if (chunk[0] === LF) start = 1
    }
    let nextLf = chunk.indexOf(LF, start)
    let nextCr = chunk.indexOf(CR, start)
    while (nextLf !== -1 || nextCr !== -1) {
      const end = nextLf === -1 || (nextCr !== -1 && nextCr < nextLf) ? nextCr : nextLf
      count(end + 1 - start)
      const bytes = lineUpTo(chunk.subarray(start, end))
      start = end + 1
      if (end === nextCr) {
        // A line feed after it belongs to it; a carriage return alone ends the line at once, whatever follows.
        if (start === chunk.length) skipLineFeed = true
        else if (chunk[start] === LF) start += 1
      }
      if (!endLine(bytes)) return false
      if (nextLf !== -1 && nextLf < start) nextLf = chunk.indexOf(LF, start)
      if (nextCr !== -1 && nextCr < start) nextCr = chunk.indexOf(CR, start)
    }
    if (start < chunk.length) {
      count(chunk.length - start)
      line.add(chunk.subarray(start))
    }
    return true
  }

  function lineUpTo(end: Uint8Array): Uint8Array {
    let bytes = end
    if (line.size() > 0) {
      line.add(end)
      bytes = line.take()
    }
    if (!atStart) return bytes
    atStart = false
    return startsWith(bytes, BYTE_ORDER_MARK, BYTE_ORDER_MARK.length) ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes
  }

  function endLine(bytes: Uint8Array): boolean {
    if (bytes.length === 0) return endEvent()
    const colon = bytes.indexOf(COLON)
    const nameEnd = colon === -1 ? bytes.length : colon
    if (startsWith(bytes, DATA, nameEnd)) addData(valueOf(bytes, nameEnd))
    else if (startsWith(bytes, EVENT, nameEnd)) name = decodeText(valueOf(bytes, nameEnd))
    else if (startsWith(bytes, ID, nameEnd)) setId(decodeText(valueOf(bytes, nameEnd)))
    else if (startsWith(bytes, RETRY, nameEnd)) setRetry(decodeText(valueOf(bytes, nameEnd)))
    else if (!isUtf8(bytes)) throw new GovernedError('message_invalid', { reason: 'not_utf8', offset: 0 })
    return true
  }

  function addData(value: Uint8Array): void {
    dataBytes += value.length + (data === null ? 0 : 1)
    refuseOver('maxMessageBytes', dataBytes)
    const text = decodeText(value)
    data = data === null ? text : `${data}\n${text}`
  }

  function setId(value: string): void {
    if (!value.includes('\0')) id = value
  }

  function setRetry(value: string): void {
    if (/^\d+$/.test(value)) retryMs = Number(value)
  }

  function endEvent(): boolean {
    const message = data
    const eventName = name
    const isMessage = name === '' || name === 'message'
    const isEvent = message !== null || id !== null
    if (id !== null) lastEventId = id === '' ? null : id
    forgetEvent()
    if (!isEvent) return true
    eventBytes = 0
    events += 1
    refuseOver('maxSseEvents', events)
    // Empty data only primes the client with an id (MCP 2025-11-25, resumability).
    if (isMessage && message !== null && message !== '') return onMessage(message)
    onOther(eventName, message)
    return true
  }

  function forgetEvent(): void {
    data = null
    dataBytes = 0
    name = ''
    id = null
  }

  function count(bytes: number): void {
    eventBytes += bytes
    refuseOver('maxSseEventBytes', eventBytes)
  }

  function refuseOver(bound: BoundName & keyof typeof bounds, seen: number): void {
    const limit = bounds[bound]
    if (seen > limit) throw new GovernedError('bound_exceeded', { bound, limit, seen })
  }

  function restart(): void {
    line.take()
    forgetEvent()
    atStart = true
    skipLineFeed = false
    eventBytes = 0
  }

  return {
    feed,
    restart,
    lastEventId: () => lastEventId,
    retryMs: () => retryMs
  }
}

/** True when the first `length` bytes are exactly `expected`. */
function startsWith(bytes: Uint8Array, expected: Uint8Array, length: number): boolean {
  if (length !== expected.length || bytes.length < length) return false
  for (let at = 0; at < length; at += 1) {
    if (bytes[at] !== expected[at]) return false
  }
  return true
}

/** After the colon, without one space. */
function valueOf(line: Uint8Array, nameEnd: number): Uint8Array {
  const start = nameEnd + 1
  return line.subarray(line[start] === SPACE ? start + 1 : start)
}
