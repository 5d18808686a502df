import type { BoundService, LeaseAuthority } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { BundledService, ServiceBundle } from '../bundle/service-bundle.ts'
import type { DeployedOperation } from '../deployment/service-deployment.ts'
import { freezeDeep } from '../freeze-deep.ts'
import type { Catalog, CatalogEntry, CallerAuthority } from './catalog.ts'
import { createAuthoritySeed } from './create-authority-seed.ts'

/** One exposed operation. Those that are not exposed are nowhere in a catalog. */
interface Listed {
  readonly entry: CatalogEntry
  readonly bound: BoundService
  readonly policyVersion: string
  readonly audiences: ReadonlySet<string>
}

/** A catalog over one bundle, fixed when it is made. It owns the bundle: closing one closes the other. */
export function createMemoryCatalog(bundle: ServiceBundle): Catalog {
  const listed = new Map(bundle.services.flatMap(listService).map((one) => [one.entry.operationRef, one]))

  function find(operationRef: string, { audience }: CallerAuthority): Listed {
    const found = listed.get(operationRef)
    if (found === undefined || !found.audiences.has(audience)) throw new GovernedError('operation_not_found', {})
    return found
  }

  return Object.freeze<Catalog>({
    list: ({ audience }) => [...listed.values()].filter(({ audiences }) => audiences.has(audience)).map(({ entry }) => entry),
    describe(operationRef, caller) {
      const { entry, bound, policyVersion } = find(operationRef, caller)
      const { inputSchema, outputSchema, lease } = bound.describe(operationRef, leaseAuthorityOf(caller, policyVersion))
      return { ...entry, inputSchema, ...(outputSchema === undefined ? {} : { outputSchema }), lease }
    },
    async invoke({ operationRef, connectionRef, lease, arguments: args }, caller, context) {
      const { bound, policyVersion } = find(operationRef, caller)
      return bound.invoke({ operationRef, connectionRef, lease, arguments: args, authority: leaseAuthorityOf(caller, policyVersion) }, context)
    },
    close: () => bundle.close()
  })
}

function leaseAuthorityOf(caller: CallerAuthority, policyVersion: string): LeaseAuthority {
  return { seed: createAuthoritySeed(caller), policyVersion }
}

function listService({ facts, deployment, bound }: BundledService): readonly Listed[] {
  const deployed = new Map(deployment.operations.map((operation) => [operation.operationRef, operation]))
  return facts.operations.flatMap(({ operationRef, title, description, effect }) => {
    // The bundle holds exactly these.
    const { expose, risk, idempotency, approval, audiences } = deployed.get(operationRef) as DeployedOperation
    if (!expose) return []
    const { id, displayName } = deployment.provider
    const entry: CatalogEntry = freezeDeep({
      operationRef,
      serviceRef: facts.serviceRef,
      connectionRef: facts.connection.ref,
      provider: { id, displayName },
      title,
      description,
      effect,
      risk,
      idempotency,
      approval
    })
    return [{ entry, bound, policyVersion: deployment.policyVersion, audiences: new Set(audiences) }]
  })
}
