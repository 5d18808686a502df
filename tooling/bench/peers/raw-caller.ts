// Calls written by hand, the same for every server of an era.
import { KEPT_ALIVE_MS } from '../take-turns.ts'
import type { Load, Session } from './session.ts'

interface Pool {
  request(options: object): Promise<{ readonly statusCode: number; readonly body: { text(): Promise<string> } }>
  close(): Promise<void>
}

export type Wire = '2025-11-25' | '2026-07-28'

const META = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} }

/** Calls only: no handshake, no list. An answer without the text that was sent is an error: nothing may be lost unseen. */
export async function callRaw(url: string, wire: Wire, load: Load): Promise<Session> {
  const { Pool } = (await load('undici')) as { readonly Pool: new (origin: string, options: object) => Pool }
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: 64, keepAliveTimeout: KEPT_ALIVE_MS })
  let last = 0
  return {
    list: async () => 0,
    async call(name, args) {
      last += 1
      const id = last
      const isModern = wire === '2026-07-28'
      const params = { name, arguments: args, ...(isModern ? { _meta: META } : {}) }
      const { statusCode, body } = await pool.request({
        path: pathname,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'accept': 'application/json, text/event-stream',
          'mcp-protocol-version': wire,
          ...(isModern ? { 'mcp-method': 'tools/call', 'mcp-name': name } : {})
        },
        body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })
      })
      const text = await body.text()
      const answer = JSON.parse(text.slice(Math.max(0, text.indexOf('{')))) as {
        readonly id?: unknown
        readonly result?: { readonly content?: readonly { readonly text?: unknown }[] }
      }
      const said = answer.result?.content?.[0]?.text
      if (answer.id !== id || said !== args['text']) throw new Error(`call ${id} was answered ${statusCode} ${text.slice(0, 500)}`)
      return String(said).length
    },
    close: () => pool.close()
  }
}
