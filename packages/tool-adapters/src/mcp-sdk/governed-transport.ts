import { resolveBounds } from '@b10x/mcp-foundation'
import { createSchemaValidator } from '@b10x/mcp-foundation/json-schema'
import { freezeTools } from './frozen-tools.ts'
import { governMessages } from './govern-messages.ts'
import { createOwnRequests } from './own-requests.ts'
import { sendOver } from './sdk-transport.ts'
import type { SdkMessage, SdkTransport } from './sdk-transport.ts'
import type { GovernedTransportOptions, TransportDrift } from './transport-options.ts'
import { watchListing } from './watch-listing.ts'

/**
 * Wraps a transport of the official SDK (1.x or 2.x) before its `Client` gets it: the `Client` sees the reviewed tools and
 * can call nothing else. Refusals come as JSON-RPC errors whose `data` is the JSON of a `GovernedError`.
 * @throws GovernedError `option_invalid`, `bounds_invalid`, `tool_not_found`, `tool_invalid`
 */
export function governedTransport<T extends SdkTransport>(inner: T, options: GovernedTransportOptions): T {
  const bounds = resolveBounds(options.bounds)
  const frozen = freezeTools(options)
  const requests = createOwnRequests(inner)
  const client = takeHandlers(inner)
  const report = (drift: TransportDrift): void => {
    try {
      options.onDrift?.(drift)
    } catch (error) {
      client.onerror?.(error instanceof Error ? error : new Error('onDrift failed', { cause: error }))
    }
  }
  const rules = { admitted: frozen.admitted, validator: createSchemaValidator(bounds), bounds }
  const messages = governMessages(frozen, rules, requests, watchListing(frozen, requests, bounds, report), {
    toServer: (message, sendOptions) => sendOver(inner, message, sendOptions),
    toClient: (message, extra) => client.onmessage?.(message as never, extra as never)
  })
  if (inner.protocolVersion !== undefined) messages.agree(inner.protocolVersion)
  inner.onmessage = (message: unknown, extra?: unknown) => messages.fromServer(message as SdkMessage, extra)
  inner.onerror = (error) => client.onerror?.(error)
  inner.onclose = () => {
    messages.close()
    client.onclose?.()
  }
  return standInFor(inner, Object.assign(client, {
    start: () => inner.start(),
    send: (message: SdkMessage, sendOptions?: object) => messages.fromClient(message, sendOptions),
    close: () => inner.close(),
    setProtocolVersion(version: string) {
      messages.agree(version)
      inner.setProtocolVersion?.(version)
    }
  }))
}

/** The handlers of whoever uses the wrapped transport. What was set before wrapping stays in force. */
interface Handlers {
  onmessage: SdkTransport['onmessage']
  onerror: SdkTransport['onerror']
  onclose: SdkTransport['onclose']
}

function takeHandlers({ onmessage, onerror, onclose }: SdkTransport): Handlers {
  return { onmessage, onerror, onclose }
}

/**
 * The inner transport in everything but `own`: the SDK recognises its transports by members and prototype (stdio by `pid`
 * and `stderr`), and replaces `start` and `close` for a while when it negotiates.
 */
function standInFor<T extends SdkTransport>(inner: T, own: object): T {
  return new Proxy(inner, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name) as unknown
      const value: unknown = Reflect.get(target, name, target)
      // A method finds its private fields in the transport that it belongs to.
      return typeof value === 'function' && name !== 'constructor' ? (value.bind(target) as unknown) : value
    },
    set(target, name, value) {
      return Object.hasOwn(own, name) ? Reflect.set(own, name, value) : Reflect.set(target, name, value, target)
    }
  })
}
