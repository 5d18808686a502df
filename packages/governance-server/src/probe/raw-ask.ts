import { createHttpExchange } from '@b10x/mcp-foundation/http'
import type { HeaderList, HttpExchange } from '@b10x/mcp-foundation'

/** A response as far as the probe looks at it. Null: there was none. */
export interface RawAnswer {
  readonly status: number
  readonly body: string
}

/** Asks a server as no client of ours would, to see whether it refuses. */
export interface RawAsker {
  /** @param headers beside those that every message has */
  ask(url: string, headers: HeaderList, method?: 'server/discover' | 'tools/list'): Promise<RawAnswer | null>
  close(): Promise<void>
}

const LIMIT_MS = 10_000
const MAX_BODY = 1024 * 1024
const META = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientInfo': { name: 'b10x-governance', version: '0' }, 'io.modelcontextprotocol/clientCapabilities': {} }

/** @param modern which revision the server was found to speak */
export function createRawAsker(modern: boolean, signal: AbortSignal): RawAsker {
  const sockets: HttpExchange = createHttpExchange()
  return {
    async ask(url, headers, method = modern ? 'server/discover' : 'tools/list') {
      const body = modern
        ? { jsonrpc: '2.0', id: 1, method, params: { _meta: META } }
        : { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'b10x-governance', version: '0' } } }
      const own: HeaderList = [['content-type', 'application/json'], ['accept', 'application/json, text/event-stream'], ...(modern ? ([['mcp-protocol-version', '2026-07-28'], ['mcp-method', method]] as const) : [])]
      let status: number | null = null
      let text = ''
      const request = { method: 'POST', url, headers: [...own, ...headers], body: JSON.stringify(body), signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]), onDispatch: () => {} } as const
      try {
        await sockets.exchange(request, {
          onHead: (given) => void (status = given),
          onChunk: (chunk) => ((text += Buffer.from(chunk).toString('utf8')), text.length < MAX_BODY && !text.includes('\n\n'))
        })
      } catch {
        signal.throwIfAborted()
      }
      return status === null ? null : { status, body: text }
    },
    close: () => sockets.close()
  }
}
