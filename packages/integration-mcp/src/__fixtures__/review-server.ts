import { connect } from '@b10x/mcp-foundation'
import type { ToolSnapshot } from '@b10x/mcp-foundation'
import { httpTransport } from '@b10x/mcp-foundation/http'
import type { OperationBinding } from '@b10x/ports'
import type { MappedOperation, ServiceProfile } from '../profile/service-profile.ts'

/** What a server lists now. */
export async function listServer(url: string, token?: string, protocolVersion?: string): Promise<ToolSnapshot> {
  const headers = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }
  const client = await connect(httpTransport(url, headers), protocolVersion === undefined ? {} : { protocolVersion })
  try {
    return await client.freeze()
  } finally {
    await client.close()
  }
}

/** Every named tool, in words of ours: `sample.op_0`, in the order of the snapshot. */
function mapAll(snapshot: ToolSnapshot): readonly MappedOperation[] {
  return snapshot.tools.flatMap(({ name }, index) =>
    name === null ? [] : [{ remoteName: name, operationRef: `sample.op_${index}`, title: `Operation ${index}`, description: 'In local words.', effect: 'read' as const }]
  )
}

export function profileOf(snapshot: ToolSnapshot, changes: Partial<ServiceProfile> = {}): ServiceProfile {
  return {
    contract: 'b10x.connector-mcp-service.v1',
    serviceRef: 'sample',
    connection: { ref: 'sample-connection', endpointRef: 'mcp_connection', credentialRef: 'sample-token' },
    provider: { displayName: 'Sample' },
    foundation: null,
    snapshot,
    operations: mapAll(snapshot),
    ...changes
  }
}

export async function reviewServer(url: string, token?: string, changes: Partial<ServiceProfile> = {}): Promise<ServiceProfile> {
  return profileOf(await listServer(url, token), changes)
}

/** Bindings that fit. */
export function bindingsOf({ connection, operations }: ServiceProfile): Record<string, OperationBinding> {
  const credential = connection.credentialRef === undefined ? {} : { credentialRef: connection.credentialRef }
  return Object.fromEntries(operations.map(({ operationRef }) => [operationRef, { endpointRef: connection.endpointRef, ...credential, grantRefs: ['grant-1'] }]))
}

export const AUTHORITY = { seed: 'sha256:00', policyVersion: '1' }
