import { assertSnapshotEqual, connect } from '@b10x/mcp-foundation'
import type { McpClient, SnapshotDiff } from '@b10x/mcp-foundation'
import { exchangeTransport } from '@b10x/mcp-foundation/exchange'
import type { EndpointKey } from '@b10x/ports'
import { GovernedError, hasCode } from '@b10x/ports/errors'
import { createEgressExchange } from '../egress/egress-exchange.ts'
import type { ServiceProfile } from '../profile/service-profile.ts'
import { INTEGRATION_RELEASE } from '../release.ts'
import { nameOperation } from './name-operation.ts'
import type { ServiceOutlets } from './service-parts.ts'

/**
 * FLOW: a client whose tools are the reviewed ones: connected through the egress in the pinned revision, listed once,
 * compared. What fails leaves nothing open.
 * @throws GovernedError `snapshot_mismatch` (its `cause` is the `SnapshotDiff`, for the operator), `destination_denied`,
 *   `secret_unavailable`, `credential_echoed`, what the egress refuses, and all that connecting and listing throw
 */
export async function openVerified(profile: ServiceProfile, outlets: ServiceOutlets, signal?: AbortSignal): Promise<McpClient> {
  const { snapshot, connection } = profile
  const endpoint: EndpointKey = { connectionRef: connection.ref, endpointRef: connection.endpointRef }
  const address = outlets.egress.addressOf(endpoint)
  const exchange = createEgressExchange({ ...outlets, ...credentialOf(profile), endpoint, operationOf: (body) => nameOperation(profile, body) })
  // Which addresses may be reached, and how, was reviewed with the destination: the egress holds to it.
  const transport = exchangeTransport(address, { exchange, allowInsecureHosts: [new URL(address).host] })
  const { name, version } = INTEGRATION_RELEASE
  const ends = signal === undefined ? {} : { signal }
  try {
    const client = await connect(transport, {
      protocolVersion: snapshot.protocolVersion,
      bounds: outlets.bounds,
      authorization: connection.credentialRef === undefined ? 'none' : 'bearer',
      clientInfo: { name, version },
      ...ends
    })
    try {
      assertSnapshotEqual(snapshot, await client.freeze(ends))
      return client
    } catch (error) {
      await client.close()
      throw error
    }
  } catch (error) {
    throw asMismatch(error)
  }
}

function credentialOf({ connection: { credentialRef } }: ServiceProfile): { readonly credentialRef?: string } {
  return credentialRef === undefined ? {} : { credentialRef }
}

/** A server that no longer speaks the reviewed revision is not the reviewed server. */
function asMismatch(error: unknown): unknown {
  if (!hasCode(error, 'protocol_revision_changed')) return error
  const before = error.details.expected
  const diff: SnapshotDiff = { equal: false, differences: [{ kind: 'protocol_changed', tool: null, pointer: '', before }], evidence: [] }
  return new GovernedError('snapshot_mismatch', { differences: 1 }, { cause: diff })
}
