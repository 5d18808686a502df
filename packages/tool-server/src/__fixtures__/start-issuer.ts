import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Arrival {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly text: string
}

/** One endpoint of an authorization server that says what a test wants, well or badly. */
export interface Issuer extends AsyncDisposable {
  readonly url: string
  readonly arrivals: readonly Arrival[]
  close(): Promise<void>
}

export async function startIssuer(answer: (arrival: Arrival) => { readonly status: number; readonly text: string }): Promise<Issuer> {
  const arrivals: Arrival[] = []
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const arrival = { method: request.method ?? '', path: request.url ?? '', authorization: request.headers.authorization, text }
    arrivals.push(arrival)
    const given = answer(arrival)
    response.writeHead(given.status, { 'content-type': 'application/json', location: '/elsewhere' }).end(given.text)
  }
  const http = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      http.close(() => resolve())
      http.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`, arrivals, close, [Symbol.asyncDispose]: close }
}
