import { request as send } from 'node:http'
import type { ClientRequest } from 'node:http'
import type { HeaderList, HttpExchange } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'

/** The port over plain `node:http`, a connection per request: enough for these tests, which may not use the foundation's. */
export function createNodeExchange(): HttpExchange {
  const open = new Set<ClientRequest>()
  let closed = false
  return {
    exchange: (request, sink) =>
      new Promise<void>((resolve, reject) => {
        if (closed) return reject(new GovernedError('connection_closed', {}))
        if (request.signal.aborted) return reject(request.signal.reason as Error)
        const outgoing = send(request.url, { method: request.method, headers: Object.fromEntries(request.headers), agent: false })
        const end = (finish: () => void): void => {
          open.delete(outgoing)
          request.signal.removeEventListener('abort', onAbort)
          outgoing.destroy()
          finish()
        }
        const onAbort = (): void => end(() => reject(request.signal.reason as Error))
        request.signal.addEventListener('abort', onAbort, { once: true })
        open.add(outgoing)
        outgoing.on('response', (response) => {
          try {
            sink.onHead(response.statusCode ?? 0, pairs(response.rawHeaders))
          } catch (error) {
            return end(() => reject(error as Error))
          }
          response.on('data', (chunk: Buffer) => {
            try {
              if (!sink.onChunk(chunk)) end(resolve)
            } catch (error) {
              end(() => reject(error as Error))
            }
          })
          response.once('end', () => end(resolve))
        })
        outgoing.once('error', (cause: NodeJS.ErrnoException) =>
          end(() => reject(closed ? new GovernedError('connection_closed', {}) : unreachable(cause)))
        )
        request.onDispatch()
        outgoing.end(request.body ?? undefined)
      }),
    close() {
      closed = true
      for (const outgoing of open) outgoing.destroy(new Error('closed'))
      return Promise.resolve()
    }
  }
}

function unreachable(cause: NodeJS.ErrnoException): GovernedError {
  return new GovernedError('endpoint_unreachable', { reason: cause.code === 'ECONNREFUSED' ? 'refused' : 'reset' }, { cause })
}

function pairs(raw: readonly string[]): HeaderList {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ''] as const] : []))
}
