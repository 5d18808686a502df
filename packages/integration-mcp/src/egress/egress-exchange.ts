import type { HttpExchange, HttpRequest, HttpResponseSink } from '@b10x/ports'
import { GovernedError, isGovernedError } from '@b10x/ports/errors'
import { bearerHeader } from './bearer-header.ts'
import type { EgressExchangeOptions } from './egress-exchange-options.ts'
import { guardResponse } from './guard-response.ts'

/**
 * The exchange of the foundation over a reviewed destination of the egress. POST, and DELETE for the end of a session:
 * what would need a GET is refused before the egress is asked. The bearer is fetched for each message, put in while it is
 * on loan, and looked for in what comes back before any of it is handed on.
 *
 * `exchange` rejects with GovernedError `destination_denied` (`method`, `address`, `unbound`), `secret_unavailable`,
 * `credential_echoed` (its `cause` is `{ sealed }`), what the egress rejects with, or the reason of its signal.
 */
export function createEgressExchange(options: EgressExchangeOptions): HttpExchange {
  const { egress, endpoint, secrets, credentialRef } = options

  async function exchange(request: HttpRequest, sink: HttpResponseSink): Promise<void> {
    refuseOther(request, egress.addressOf(endpoint))
    // Content codings are between the egress and the peer: it asks for those that it undoes within its bounds.
    const headers = request.headers.filter(([name]) => name !== 'accept-encoding')
    if (credentialRef === undefined) return send(request, headers, sink)
    let lent = 0
    try {
      await secrets.withSecret(credentialRef, async (secret) => {
        lent += 1
        // A store that lends twice does not make us send twice.
        if (lent > 1) throw new GovernedError('secret_unavailable', { reason: 'store' })
        request.signal.throwIfAborted()
        const bearer = bearerHeader(secret.reveal())
        await guardResponse(options, request, sink, secret.reveal(), (guarded) => send(request, [...headers, bearer], guarded))
      })
    } catch (error) {
      if (lent > 0 || isGovernedError(error)) throw error
      throw new GovernedError('secret_unavailable', { reason: 'store' }, { cause: error })
    }
    if (lent === 0) throw new GovernedError('secret_unavailable', { reason: 'store' })
  }

  function send({ method, body, signal, onDispatch }: HttpRequest, headers: HttpRequest['headers'], sink: HttpResponseSink): Promise<void> {
    return egress.exchange({ endpoint, method, headers, body, signal, onDispatch }, sink)
  }

  return {
    exchange,
    // The egress is somebody else's, and what runs through it ends with the signals of those who asked.
    close: () => Promise.resolve()
  }
}

/** @throws GovernedError `destination_denied` */
function refuseOther({ method, url }: HttpRequest, address: string): void {
  if (method === 'GET') throw new GovernedError('destination_denied', { reason: 'method' })
  if (url !== address) throw new GovernedError('destination_denied', { reason: 'address' })
}
