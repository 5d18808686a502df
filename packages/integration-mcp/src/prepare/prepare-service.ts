import { resolveBounds } from '@b10x/mcp-foundation'
import type { Bounds, Clock, ContentSeal, EgressTransport, SecretStore, ServiceFactory } from '@b10x/ports'
import { assertIntegrationFoundation } from '../assert-integration-foundation.ts'
import type { ServiceProfile } from '../profile/service-profile.ts'
import { checkBindings } from '../service/bind-service.ts'
import { createBoundService } from '../service/create-bound-service.ts'
import { factsOf, prepareOperations } from '../service/describe-service.ts'
import { openVerified } from '../service/open-verified.ts'
import { rebuildProfile } from './rebuild-profile.ts'
import { readVerifiedFor } from './verified-for.ts'

export interface PrepareServiceOptions {
  /** The only way out. Its owner closes it. */
  readonly egress: EgressTransport
  readonly secrets: SecretStore
  /** Where what no caller may see is kept for the operator. Absent: it is kept nowhere. */
  readonly seal?: ContentSeal
  /** Ends preparing. Calls have signals of their own. */
  readonly signal?: AbortSignal
  /** Overrides of the foundation's bounds, for preparing and for calls. */
  readonly bounds?: Partial<Bounds>
  readonly clock?: Clock
  /** For how long a comparison with the live listing holds for calls, in milliseconds: 1 to 60 000. Default 10 000. */
  readonly verifiedForMs?: number
}

/**
 * FLOW: a reviewed profile becomes a verified factory: options, foundation, the profile once more with every digest
 * computed anew, a connection through the egress in the pinned revision whose tools are compared, its end, facts. The
 * factory is inert: nothing is open, nothing was kept of the connection, nothing can be called before it is bound.
 * @throws GovernedError `bounds_invalid`, `option_invalid`, `foundation_release_mismatch`, all that reading a profile
 *   refuses, `snapshot_mismatch` (its `cause` is the `SnapshotDiff`, for the operator), `secret_unavailable` and
 *   `destination_denied` before a byte goes out, and what the egress, connecting and listing refuse
 */
export async function prepareService(profile: ServiceProfile, options: PrepareServiceOptions): Promise<ServiceFactory> {
  const { egress, secrets, seal, signal, clock = Date } = options
  const bounds = resolveBounds(options.bounds)
  const outlets = { egress, secrets, seal, bounds, clock, verifiedForMs: readVerifiedFor(options.verifiedForMs) }
  assertIntegrationFoundation(profile.foundation)
  const reviewed = rebuildProfile(profile, bounds)
  const client = await openVerified(reviewed, outlets, signal)
  await client.close()
  const operations = prepareOperations(reviewed)
  const facts = factsOf(reviewed, operations)
  return Object.freeze<ServiceFactory>({
    facts,
    bind: (bindings) => createBoundService({ profile: reviewed, facts, operations, outlets }, checkBindings(facts, bindings))
  })
}
