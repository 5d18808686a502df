import { createEgressExchange } from '@b10x/integration-mcp'
import { connect } from '@b10x/mcp-foundation'
import type { ToolSnapshot } from '@b10x/mcp-foundation'
import { exchangeTransport } from '@b10x/mcp-foundation/exchange'
import type { EgressTransport, EndpointKey, SecretStore } from '@b10x/ports'

export interface SnapshotSource {
  readonly egress: EgressTransport
  readonly endpoint: EndpointKey
  readonly secrets: SecretStore
  readonly credentialRef: string | null
  readonly protocol: string | null
  readonly signal: AbortSignal
}

/**
 * What the server lists now, through the egress, with the label under which a service will list: bearer, or none.
 * @throws GovernedError whatever the egress, connecting and listing refuse
 */
export async function takeSnapshot({ egress, endpoint, secrets, credentialRef, protocol, signal }: SnapshotSource): Promise<ToolSnapshot> {
  const address = egress.addressOf(endpoint)
  const credential = credentialRef === null ? {} : { credentialRef }
  const exchange = createEgressExchange({ egress, endpoint, secrets, ...credential, seal: undefined, operationOf: () => endpoint.connectionRef })
  // Which addresses may be reached, and how, the egress holds to.
  const client = await connect(exchangeTransport(address, { exchange, allowInsecureHosts: [new URL(address).host] }), {
    ...(protocol === null ? {} : { protocolVersion: protocol }),
    authorization: credentialRef === null ? 'none' : 'bearer',
    signal
  })
  try {
    return await client.freeze({ signal })
  } finally {
    await client.close()
  }
}
