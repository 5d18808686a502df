import { createServiceBundleBuilder } from '@b10x/connectors-service'
import type { ServiceDeployment } from '@b10x/connectors-service'
import type { ServiceProfile } from '@b10x/integration-mcp'
import type { OperationBinding, ServiceFactory, ServiceFacts } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'

/**
 * Holds a deployment to a profile as activating the service would, without asking its server.
 * @throws GovernedError `deployment_missing` (that of another service), `operation_set_mismatch`, `binding_mismatch`
 */
export function joinDocuments(profile: ServiceProfile, deployment: ServiceDeployment): void {
  createServiceBundleBuilder().add(standInFor(profile), deployment).build()
}

/** Has the facts of the profile and compares bindings with them. Nothing of it can be called. */
function standInFor({ serviceRef, provider, connection, snapshot, operations }: ServiceProfile): ServiceFactory {
  const facts: ServiceFacts = {
    serviceRef,
    provider,
    connection,
    snapshotDigest: snapshot.digest,
    operations: operations.map(({ operationRef, title, description, effect }) => ({ operationRef, title, description, effect, inputSchema: {} }))
  }
  const refuse = (): never => {
    throw new TypeError('A service that was not compared with its server cannot be used.')
  }
  return {
    facts,
    bind(bindings) {
      for (const { operationRef } of operations) compareBinding(operationRef, connection, bindings[operationRef])
      return { facts, bindings, describe: refuse, invoke: refuse, close: () => Promise.resolve() }
    }
  }
}

function compareBinding(operation: string, { endpointRef, credentialRef }: ServiceFacts['connection'], binding: OperationBinding | undefined): void {
  if (binding?.endpointRef !== endpointRef) throw new GovernedError('binding_mismatch', { operation, part: 'endpoint' })
  if (binding.credentialRef !== credentialRef) throw new GovernedError('binding_mismatch', { operation, part: 'credential' })
}
