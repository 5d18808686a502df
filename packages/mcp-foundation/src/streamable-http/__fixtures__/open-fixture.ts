import type { Bounds } from '@b10x/ports'
import { onTestFinished } from 'vitest'
import { resolveBounds } from '../../bounds/resolve-bounds.ts'
import type { ReceivedNotification, ReceivedRequest } from '../../json-rpc/received-message.ts'
import type { Channel, WireRequest } from '../../transport/transport.ts'
import { httpTransport } from '../http-transport.ts'
import type { HttpTransportOptions } from '../transport-options.ts'

export interface OpenOptions extends HttpTransportOptions {
  readonly bounds?: Partial<Bounds>
  readonly answer?: (request: ReceivedRequest) => string | null
}

/** A channel that closes with the test. */
export async function openChannel(url: string, options: OpenOptions = {}): Promise<Channel> {
  const { bounds, answer, ...transport } = options
  const channel = await httpTransport(url, transport).open({
    bounds: resolveBounds(bounds),
    signal: new AbortController().signal,
    onNotification: () => {},
    answer: answer ?? (() => null)
  })
  onTestFinished(() => channel.close())
  return channel
}

/** A legacy request whose dispatches and notifications are counted. */
export interface CountedRequest extends WireRequest {
  readonly dispatches: () => number
  readonly notifications: readonly ReceivedNotification[]
}

export const MODERN_HEADERS = [
  ['mcp-protocol-version', '2026-07-28'],
  ['mcp-method', 'tools/call'],
  ['mcp-name', 'echo']
] as const

export function wireRequest(parts: Partial<Pick<WireRequest, 'id' | 'headers' | 'signal'>> = {}): CountedRequest {
  const id = parts.id ?? 7
  const notifications: ReceivedNotification[] = []
  let dispatches = 0
  return {
    id,
    method: 'tools/call',
    body: `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":{}}}`,
    headers: parts.headers ?? [],
    signal: parts.signal ?? new AbortController().signal,
    onDispatch: () => {
      dispatches += 1
    },
    onNotification: (notification) => notifications.push(notification),
    dispatches: () => dispatches,
    notifications
  }
}
