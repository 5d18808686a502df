/** A client of the plainest kind, for the tests of the scripted servers: one request on a socket of its own. */
import { request } from 'node:http'

export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
  /** False when the connection closed inside the body. */
  readonly complete: boolean
}

/** What a client may do while the body comes. */
export interface RawOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Called with all that has come so far, at the head and at every chunk; true drops the connection. */
  readonly onData?: (soFar: Buffer) => boolean | void
}

const DEFAULT_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** Rejects with Node's error when no HTTP response comes. */
export function rawExchange(url: string, options: RawOptions): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const headers = options.headers ?? DEFAULT_HEADERS
    const outgoing = request(url, { method: options.method ?? 'POST', headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      const look = (): void => void (options.onData?.(Buffer.concat(chunks)) === true && response.destroy())
      response.on('data', (chunk: Buffer) => (chunks.push(chunk), look()))
      response.on('error', () => {})
      response.once('close', () => {
        const { statusCode: status = 0, headers: received, complete } = response
        resolve({ status, headers: received, body: Buffer.concat(chunks), complete })
      })
      look()
    })
    outgoing.once('error', reject).end(options.body ?? '')
  })
}

/** Posts one message in the modern era, with every header that it needs. */
export function postModern(url: string, method: string, params: object = {}, options: RawOptions = {}): Promise<RawResponse> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    progressToken: 'p-1'
  }
  const name = (params as { name?: string }).name
  const headers = {
    ...DEFAULT_HEADERS,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
    ...options.headers
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } })
  return rawExchange(url, { ...options, headers, body })
}

/** The `data` of every event of a stream, in order. */
export function eventData(body: Buffer): readonly string[] {
  const events = body.toString('utf8').split('\n\n').slice(0, -1)
  const dataOf = (event: string): string[] => event.split('\n').flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? [])
  return events.map((event) => dataOf(event).join('\n')).filter((data) => data !== '')
}
