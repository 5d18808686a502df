import type { ServiceFacts } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { ErrorDetails } from '@b10x/ports/errors'
import type { ServiceDeployment } from '../deployment/service-deployment.ts'

export type ClaimKind = ErrorDetails['service_collision']['kind']

interface Claim {
  readonly kind: ClaimKind
  readonly ref: string
  /** One of a kind over all claims. */
  readonly key: string
}

/**
 * What a service claims for itself alone (ADR 0020). Its authority is the Connection that it speaks over together with
 * the credential that it speaks with. Each of the two is claimed by itself: over a shared Connection, what admits one
 * service would admit the other, and a shared credential would show one server what opens another.
 */
function claimsOf({ serviceRef, connection, operations }: ServiceFacts, { provider }: ServiceDeployment): readonly Claim[] {
  const { ref, credentialRef } = connection
  return [
    claim('service', serviceRef),
    claim('provider', provider.id),
    claim('authority', ref, 'connection'),
    ...(credentialRef === undefined ? [] : [claim('authority', credentialRef, 'credential')]),
    ...operations.map(({ operationRef }) => claim('operation', operationRef))
  ]
}

function claim(kind: ClaimKind, ref: string, part: string = ''): Claim {
  return { kind, ref, key: JSON.stringify([kind, part, ref]) }
}

/**
 * Claims the names of a service, all or none.
 * @param taken grows by what was claimed
 * @throws GovernedError `service_collision` for the first name that is taken
 */
export function claimNames(taken: Set<string>, facts: ServiceFacts, deployment: ServiceDeployment): void {
  const claimed = new Set<string>()
  for (const { kind, ref, key } of claimsOf(facts, deployment)) {
    if (taken.has(key) || claimed.has(key)) throw new GovernedError('service_collision', { kind, ref })
    claimed.add(key)
  }
  for (const key of claimed) taken.add(key)
}
