import { randomUUID } from 'node:crypto'
import type { Clock } from '@b10x/ports'
import { invalidOption, refuseUnknownOptions } from '../invalid-option.ts'
import type { ApprovalGrant, GrantStore } from './approval-grant.ts'

/** The call that a grant is for. */
export interface GrantedCall {
  /** The published name. */
  readonly tool: string
  readonly inputDigest: string
  readonly policyVersion: string
  readonly actor?: string | undefined
  readonly tenantId?: string | undefined
}

/** Grants in the memory of one process. */
export interface MemoryGrants extends GrantStore {
  /**
   * Says yes to one call, once.
   * @param by who says so: somebody other than the actor of the call
   * @throws GovernedError `option_invalid` for the actor itself, and where there is no room
   */
  grant(call: GrantedCall, by: string): ApprovalGrant
  /** A grant of the call that is not spent and not over; for `resolveToolContext`. */
  findGrant(call: GrantedCall): ApprovalGrant | undefined
}

export interface MemoryGrantsOptions {
  /** How long a grant is good, in milliseconds. Default 10 minutes. */
  readonly ttlMs?: number
  /** Grants that are kept. Default 1 000. */
  readonly maxEntries?: number
  readonly clock?: Clock
}

/**
 * Grants that the host takes from people and hands to `resolveToolContext`.
 * @throws GovernedError `option_invalid`
 */
export function createMemoryGrants(options: MemoryGrantsOptions = {}): MemoryGrants {
  refuseUnknownOptions(options, ['ttlMs', 'maxEntries', 'clock'])
  const { ttlMs = 600_000, maxEntries = 1_000, clock = Date } = options
  for (const [name, value] of Object.entries({ ttlMs, maxEntries })) {
    if (!(Number.isSafeInteger(value) && value > 0)) throw invalidOption(name, 'it is no whole number over 0')
  }
  const grants = new Map<string, ApprovalGrant>()

  function dropOld(): void {
    for (const [id, { expiresAt }] of grants) if (expiresAt <= clock.now()) grants.delete(id)
  }

  function redeem(id: string): boolean {
    dropOld()
    return grants.delete(id)
  }

  return Object.freeze<MemoryGrants>({
    grant(call, by) {
      if (typeof by !== 'string' || by === '') throw invalidOption('by', 'it is no name')
      if (by === call.actor) throw invalidOption('by', 'the one who asked cannot decide')
      dropOld()
      if (grants.size >= maxEntries) throw invalidOption('maxEntries', 'there is no room for a further grant')
      const { tool, inputDigest, policyVersion, actor, tenantId } = call
      const id = `grant_${randomUUID()}`
      const bound = { tool, inputDigest, policyVersion, ...(actor === undefined ? {} : { actor }), ...(tenantId === undefined ? {} : { tenantId }) }
      const grant = Object.freeze<ApprovalGrant>({ id, ...bound, expiresAt: clock.now() + ttlMs, redeem: () => redeem(id) })
      grants.set(id, grant)
      return grant
    },
    findGrant(call) {
      dropOld()
      return [...grants.values()].find((grant) => MEMBERS.every((member) => (grant[member] ?? null) === (call[member] ?? null)))
    },
    redeem
  })
}

const MEMBERS = ['tool', 'inputDigest', 'policyVersion', 'actor', 'tenantId'] as const
