/** HTTP+SSE without a socket: one event stream for everything, and a POST per message beside it. */
import { cutChunks } from './cut-chunks.ts'
import type { Exchange, Foundation, ResponseSink } from './foundation-under-test.ts'
import { frameEvents } from './http-exchange.ts'
import type { FuzzCase } from './make-case.ts'
import type { Asked, ScriptedServer } from './scripted-server.ts'

const ODD_STATUSES = [201, 204, 301, 401, 403, 404, 429, 500]
const ADDRESSES = ['event: endpoint\ndata: /messages\n\n', 'event:endpoint\r\ndata:/messages?a=b\r\n\r\n', ': first\n\nevent: endpoint\ndata: https://fuzz.example/messages\n\n']

export function createSseExchange(foundation: Foundation, server: ScriptedServer, fuzzCase: FuzzCase): Exchange {
  const { random } = fuzzCase
  const reset = (): Error => new foundation.GovernedError('endpoint_unreachable', { reason: 'reset' })
  let push = (_bytes: Buffer): void => {}
  let end = (_error?: Error): void => {}
  let told = Buffer.alloc(0)

  function openStream(sink: ResponseSink, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      end = (error) => (error === undefined ? resolve() : reject(error))
      push = (bytes) => {
        told = Buffer.concat([told, bytes])
        try {
          for (const chunk of cutChunks(bytes, random)) if (!sink.onChunk(chunk)) return resolve()
        } catch (error) {
          push = () => {}
          reject(error as Error)
        }
      }
      sink.onHead(200, [['content-type', 'text/event-stream']])
      push(Buffer.from(random.pick(ADDRESSES)))
    })
  }

  function answer(asked: Asked, cut: boolean): void {
    asked.before = told
    asked.sent = frameEvents(asked, random)
    push(asked.sent)
    if (cut) end(reset())
    // Silence is not what is tested here: a client that still waits learns that the stream is over.
    else setImmediate(() => setImmediate(() => server.log.at(-1) === asked && end()))
  }

  return {
    async exchange({ method, body, signal, onDispatch }, sink) {
      onDispatch()
      await Promise.resolve()
      if (method === 'GET') return openStream(sink, signal)
      const asked = server.receive(body ?? '{}')
      if (asked === null) return sink.onHead(202, [])
      asked.framing = 'stream'
      const odd = asked.isTarget && random.chance(0.06)
      const cut = asked.isTarget && random.chance(0.05)
      asked.plain = !odd && !cut
      // The answer may be there before the POST is over.
      const first = random.chance(0.3)
      if (first) answer(asked, cut)
      sink.onHead(odd ? random.pick(ODD_STATUSES) : 202, [])
      if (!first) answer(asked, cut)
    },
    close: () => Promise.resolve()
  }
}
