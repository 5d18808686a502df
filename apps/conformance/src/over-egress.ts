import assert from 'node:assert/strict'
import { createEgress } from '@b10x/egress-undici'
import { createEgressExchange } from '@b10x/integration-mcp'
import type { McpTransport } from '@b10x/mcp-foundation'
import { exchangeTransport } from '@b10x/mcp-foundation/exchange'
import { httpTransport } from '@b10x/mcp-foundation/http'
import type { EgressTransport, SecretStore } from '@b10x/ports'

/** In the environment of a client: its messages go through the governed egress, as a service's do. */
export const OVER_EGRESS = 'B10X_CONFORMANCE_OVER_EGRESS'

const ENDPOINT = { connectionRef: 'suite', endpointRef: 'mcp_connection' } as const
const NO_SECRETS: SecretStore = { withSecret: () => Promise.reject(new Error('No message has a bearer.')) }

/** The way from a client to the server of the suite. */
export interface Way {
  readonly transport: McpTransport
  /** @throws AssertionError where something else than POST and DELETE was asked of the egress */
  close(): Promise<void>
}

export function wayTo(address: string): Way {
  if (process.env[OVER_EGRESS] === undefined) return { transport: httpTransport(address), close: () => Promise.resolve() }
  const methods = new Set<string>()
  const egress = createEgress({ endpoints: [{ ...ENDPOINT, url: new URL(address).href, methods: ['POST', 'GET', 'DELETE'] }], development: { loopbackEndpoints: [ENDPOINT] }, onWarning: () => {} })
  const recorded: EgressTransport = {
    ...egress,
    exchange(request, sink) {
      methods.add(request.method)
      return egress.exchange(request, sink)
    }
  }
  const exchange = createEgressExchange({ egress: recorded, endpoint: ENDPOINT, secrets: NO_SECRETS, seal: undefined, operationOf: () => 'suite' })
  return {
    transport: exchangeTransport(new URL(address).href, { exchange }),
    async close() {
      await egress.close()
      assert(methods.has('POST') && !methods.has('GET'))
    }
  }
}
