/** Streamable HTTP without a socket: everything of the foundation above its exchange is real. */
import { cutChunks } from './cut-chunks.ts'
import type { Exchange, Foundation } from './foundation-under-test.ts'
import type { FuzzCase } from './make-case.ts'
import type { Random } from './random.ts'
import type { Asked, ScriptedServer } from './scripted-server.ts'

const JSON_TYPES = ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON']
const EVENT_TYPES = ['text/event-stream', 'Text/Event-Stream;charset=utf-8']
const ODD_TYPES = ['', 'text/html', 'application/json-seq', 'text/plain', 'application/octet-stream']
const ODD_STATUSES = [200, 201, 202, 204, 301, 400, 401, 403, 404, 405, 429, 500, 503]

export function createExchange(foundation: Foundation, server: ScriptedServer, fuzzCase: FuzzCase): Exchange {
  const { random, golden } = fuzzCase
  return {
    async exchange({ body, onDispatch }, sink) {
      onDispatch()
      await Promise.resolve()
      const asked = body === null ? null : server.receive(body)
      // Notifications, answers to the server, and streams that a client wants resumed.
      if (asked === null) return sink.onHead(body === null ? 405 : 202, [])
      const odd = asked.isTarget && random.chance(0.06)
      const events = asked.documents.length > 1 || random.chance(0.4)
      asked.framing = events ? 'events' : 'json'
      asked.sent = events ? frameEvents(asked, random) : Buffer.concat(asked.documents)
      const cut = asked.isTarget && random.chance(0.05)
      const swapped = asked.isTarget && random.chance(0.04)
      if (swapped) asked.framing = events ? 'json' : 'events'
      const type = odd && random.chance(0.5) ? random.pick(ODD_TYPES) : random.pick(asked.framing === 'events' ? EVENT_TYPES : JSON_TYPES)
      const good = asked.isTarget && !events && golden.role === 'answer' ? golden.status : 200
      asked.plain = !odd && !swapped && !cut && good === 200
      sink.onHead(odd ? random.pick(ODD_STATUSES) : good, [['content-type', type]])
      for (const chunk of cutChunks(asked.sent, random)) {
        if (!sink.onChunk(chunk)) return
        if (random.chance(0.1)) await Promise.resolve()
      }
      if (cut) throw new foundation.GovernedError('endpoint_unreachable', { reason: 'reset' })
    },
    close: () => Promise.resolve()
  }
}

const OPEN_BRACE = 0x7b
const LINE_ENDS = ['\n', '\n', '\n', '\r\n', '\r']
const EXTRAS = ['', '', '', '', ': comment', 'event: message', 'event: other', 'retry: 1', 'id', 'id: \u0000', 'data', 'unknown: x', ':\u00e4', 'event']

/** The documents as an event stream, with what a peer may and may not put around them. */
export function frameEvents({ documents, isTarget }: Pick<Asked, 'documents' | 'isTarget'>, random: Random): Buffer {
  const parts: Buffer[] = isTarget && random.chance(0.03) ? [Buffer.from([0xef, 0xbb, 0xbf])] : []
  const say = (text: string): void => void parts.push(Buffer.from(text))
  for (const document of documents) {
    const end = random.pick(LINE_ENDS)
    const odd = isTarget && random.chance(0.3)
    const before = odd ? random.pick(EXTRAS) : ''
    if (before !== '') say(`${before}${end}`)
    // With an id a stream is resumed, and at once: pauses are not what is tested here.
    if (odd && random.chance(0.1)) say(`retry: 1${end}id: ${random.int(3)}${end}`)
    for (const piece of splitData(document, odd, random)) parts.push(Buffer.from(random.pick(['data: ', 'data:'])), piece, Buffer.from(end))
    const after = odd ? random.pick(EXTRAS) : ''
    if (after !== '') say(`${after}${end}`)
    if (!odd || random.chance(0.95)) say(random.pick([end, end, end, end + end]))
  }
  return Buffer.concat(parts)
}

/**
 * Cut after the first brace, where a newline changes nothing, or in an odd event at any byte: a reader that joins the
 * pieces by something else than one newline reads something else.
 */
function splitData(document: Buffer, odd: boolean, random: Random): readonly Buffer[] {
  if (document[0] === OPEN_BRACE && random.chance(0.3)) return [document.subarray(0, 1), document.subarray(1)]
  if (!odd || document.length < 4 || random.chance(0.4)) return [document]
  const at = random.int(document.length)
  return [document.subarray(0, at), document.subarray(at)]
}
