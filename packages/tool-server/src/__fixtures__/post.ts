import { request } from 'node:http'
import type { OutgoingHttpHeaders } from 'node:http'
import type { JsonObject } from '@b10x/ports'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The body as JSON, or null. */
  readonly json: { readonly id?: unknown; readonly result?: JsonObject; readonly error?: { readonly code: number; readonly message: string; readonly data?: JsonObject } } | null
}

export const META: JsonObject = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} }

export const BOTH_TYPES = 'application/json, text/event-stream'

/** One request as it is given: nothing is corrected. An undefined header is not sent. */
export function send(url: string, options: { readonly method?: string; readonly headers?: OutgoingHttpHeaders; readonly body?: string | Uint8Array }): Promise<RawAnswer> {
  const headers = Object.fromEntries(Object.entries({ 'content-type': 'application/json', accept: BOTH_TYPES, ...options.headers }).filter(([, value]) => value !== undefined))
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: options.method ?? 'POST', headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: readJson(text) }))
      response.once('error', reject)
    })
    sent.once('error', reject)
    sent.end(options.body)
  })
}

function readJson(text: string): RawAnswer['json'] {
  try {
    return JSON.parse(text) as RawAnswer['json']
  } catch {
    return null
  }
}

/** What a client of 2026-07-28 sends, with members and headers of the test's in their place. */
export function sendModern(url: string, method: string, params: JsonObject = {}, headers: OutgoingHttpHeaders = {}, id: unknown = 1): Promise<RawAnswer> {
  const name = typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}
  return send(url, {
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...name, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { _meta: META, ...params } })
  })
}

/** What a client of 2025-11-25 sends after its handshake. */
export function sendLegacy(url: string, method: string, params: JsonObject = {}, headers: OutgoingHttpHeaders = {}, id: unknown = 1): Promise<RawAnswer> {
  return send(url, { headers: { 'mcp-protocol-version': '2025-11-25', ...headers }, body: JSON.stringify({ jsonrpc: '2.0', id, method, params }) })
}

/** The messages of an event stream. */
export function eventsOf({ text }: RawAnswer): readonly { readonly id?: unknown; readonly method?: string; readonly params?: JsonObject; readonly result?: JsonObject }[] {
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as JsonObject)
}
