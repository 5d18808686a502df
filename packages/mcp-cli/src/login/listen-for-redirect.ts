import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One redirect of the user's browser back to this machine (RFC 8252, 7.3). */
export interface RedirectListener {
  /** `http://127.0.0.1:PORT/callback`, the port chosen by the system. */
  readonly url: string
  /**
   * The address that the browser came with, as soon as it comes with exactly this state. Nothing else that reaches the
   * port has an effect. Rejects with the reason of the signal.
   */
  response(state: string, signal: AbortSignal): Promise<URL>
  [Symbol.asyncDispose](): Promise<void>
}

const PATH = '/callback'
const HOST = '127.0.0.1'
const SLOWEST_REQUEST_MS = 5_000
const MOST_CONNECTIONS = 64
const MOST_HEADER_BYTES = 16 * 1024
const SEEN = 'The answer has arrived. Go back to b10x-mcp; this window can be closed.\n'
const NOT_THIS = 'Nothing is here.\n'

/** Listens on 127.0.0.1 until it is disposed of; then the port is closed and no connection is left. */
export async function listenForRedirect(): Promise<RedirectListener> {
  let accept: ((address: URL) => boolean) | null = null
  let answered: Promise<unknown> = Promise.resolve()
  const limits = { headersTimeout: SLOWEST_REQUEST_MS, requestTimeout: SLOWEST_REQUEST_MS, connectionsCheckingInterval: 1_000, maxHeaderSize: MOST_HEADER_BYTES }
  const server = createServer(limits, (request, response) => {
    const address = addressOf(request, port)
    const seen = address !== null && accept?.(address) === true
    // The reader of the response may go away, or never read it.
    if (seen) answered = once(response, 'close', { signal: AbortSignal.timeout(SLOWEST_REQUEST_MS) }).catch(() => undefined)
    write(response, seen)
  })
  server.maxConnections = MOST_CONNECTIONS
  server.listen(0, HOST)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${HOST}:${port}${PATH}`,
    response(state, signal) {
      return new Promise((resolve, reject) => {
        const stop = (): void => {
          accept = null
          reject(signal.reason as Error)
        }
        if (signal.aborted) return stop()
        signal.addEventListener('abort', stop, { once: true })
        accept = (address) => {
          if (!isAnswerTo(state, address.searchParams)) return false
          accept = null
          signal.removeEventListener('abort', stop)
          resolve(address)
          return true
        }
      })
    },
    async [Symbol.asyncDispose]() {
      await answered
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    }
  }
}

/** Only what the browser asks for after the redirect: a page elsewhere cannot name another host and be heard. */
function addressOf({ method, url = '', headers, rawHeaders }: IncomingMessage, port: number): URL | null {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (method !== 'GET' || hosts.length !== 1 || headers.host !== `${HOST}:${port}` || !url.startsWith(`${PATH}?`)) return null
  return new URL(url, `http://${HOST}:${port}`)
}

/** RFC 6749, 4.1.2: a code or an error, with the state once. Which of them, and from whom, is for mcp-oauth to judge. */
function isAnswerTo(state: string, parameters: URLSearchParams): boolean {
  const [given = '', ...more] = parameters.getAll('state')
  return more.length === 0 && isEqual(given, state) && (parameters.has('code') || parameters.has('error'))
}

function isEqual(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

function write(response: ServerResponse, seen: boolean): void {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close'
  }
  response.writeHead(seen ? 200 : 404, headers).end(seen ? SEEN : NOT_THIS)
}
