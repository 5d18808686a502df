import type { HeaderList, HttpAuthorization, HttpExchange } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'

/** One request as a transport makes it: with the credentials of the moment, and one more time per challenged status. */
export async function callProtected(
  url: string,
  exchange: HttpExchange,
  authorization: HttpAuthorization,
  method: string = 'tools/list',
  signal: AbortSignal = new AbortController().signal
): Promise<number> {
  const challenged = new Set<number>()
  for (;;) {
    const sent: HeaderList = [['content-type', 'application/json'], ...Object.entries(await authorization.headers(signal))]
    let status = 0
    const wwwAuthenticate: string[] = []
    await exchange.exchange(
      { method: 'POST', url, headers: sent, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }), signal, onDispatch: () => undefined },
      {
        onHead(received, headers) {
          status = received
          for (const [name, value] of headers) if (name === 'www-authenticate') wwwAuthenticate.push(value)
        },
        onChunk: () => true
      }
    )
    if (status !== 401 && status !== 403) return status
    if (challenged.has(status)) throw new GovernedError('credential_rejected', { status })
    challenged.add(status)
    const answered = await authorization.answerChallenge({ status, wwwAuthenticate, sent }, signal)
    if (!answered) throw new GovernedError('credential_rejected', { status })
  }
}
