import { GovernedError } from '@b10x/ports/errors'
import type { HeaderList } from '../transport/transport.ts'
import type { HttpExchange } from './http-exchange.ts'
import { withinSignals } from './wait-until.ts'

/**
 * An exchange that somebody else owns. Closing ends what runs through it here, at once and also when the owner's code
 * is slow to notice; the exchange itself stays open.
 */
export function borrowExchange(lent: HttpExchange): HttpExchange {
  const controllers = new Set<AbortController>()
  let closed = false

  return {
    async exchange(request, sink) {
      if (closed) throw new GovernedError('connection_closed', {})
      request.signal.throwIfAborted()
      const controller = new AbortController()
      const { signal } = controller
      const onAbort = (): void => controller.abort(request.signal.reason)
      request.signal.addEventListener('abort', onAbort)
      controllers.add(controller)
      const guarded = {
        onHead: (status: number, headers: HeaderList) => sink.onHead(status, headers),
        onChunk: (chunk: Uint8Array) => !signal.aborted && sink.onChunk(chunk)
      }
      try {
        await withinSignals(lent.exchange({ ...request, signal }, guarded), [signal])
      } finally {
        request.signal.removeEventListener('abort', onAbort)
        controllers.delete(controller)
      }
    },
    close() {
      closed = true
      for (const controller of controllers) controller.abort(new GovernedError('connection_closed', {}))
      return Promise.resolve()
    }
  }
}
