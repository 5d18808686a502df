import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What arrived. */
export interface Arrival {
  readonly line: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly query: URLSearchParams
  /** The body as a form; for JSON see `text`. */
  readonly form: URLSearchParams
  readonly text: string
}

/** What goes out. `hang`: nothing ever. */
export type Reply =
  | 'hang'
  | 'reset'
  | {
      readonly status?: number
      readonly type?: string
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string | Buffer
      readonly json?: unknown
    }

export type Route = (arrival: Arrival) => Reply | Promise<Reply>

/** A server that answers `METHOD /path` from a table that tests may change; everything else is 404. */
export interface ScriptedServer extends AsyncDisposable {
  readonly origin: string
  readonly routes: Record<string, Route>
  readonly arrivals: readonly Arrival[]
  /** How often a line arrived. */
  count(line: string): number
  close(): Promise<void>
}

export async function startScriptedServer(routes: Record<string, Route> = {}): Promise<ScriptedServer> {
  const arrivals: Arrival[] = []
  const server = createServer((incoming, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      const url = new URL(incoming.url ?? '', 'http://127.0.0.1')
      const text = Buffer.concat(chunks).toString()
      const line = `${incoming.method ?? ''} ${url.pathname}`
      const arrival: Arrival = { line, headers: incoming.headers, query: url.searchParams, form: new URLSearchParams(text), text }
      arrivals.push(arrival)
      const reply = (await routes[line]?.(arrival)) ?? { status: 404 }
      if (reply === 'hang') return
      if (reply === 'reset') return void incoming.socket.destroy()
      const body = reply.json === undefined ? (reply.body ?? '') : JSON.stringify(reply.json)
      response.writeHead(reply.status ?? 200, { 'content-type': reply.type ?? 'application/json', ...reply.headers }).end(body)
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    routes,
    arrivals,
    count: (line) => arrivals.filter((arrival) => arrival.line === line).length,
    close,
    [Symbol.asyncDispose]: close
  }
}

/** The newest arrival; a test that asks for it knows that there is one. */
export function lastArrival(server: ScriptedServer): Arrival {
  const arrival = server.arrivals.at(-1)
  if (arrival === undefined) throw new Error('Nothing arrived.')
  return arrival
}
