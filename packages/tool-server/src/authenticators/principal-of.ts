import type { JsonObject, JsonValue, Principal } from '@b10x/ports'
import { isJsonObject, ownMember } from '../protocol/json-members.ts'

export interface ClaimRules {
  readonly issuer: string
  readonly audience: string
  readonly toleranceSeconds: number
  readonly tenantClaim: string | undefined
  readonly scopeClaim: string
  /** Without a subject the client speaks for itself. */
  readonly clientMaySpeak: boolean
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly nowMs: number
}

const MAX_TEXT = 1024

/**
 * Who a token speaks of: signed claims, or an introspection response (RFC 7519, 4.1; RFC 7662, 2.2; RFC 9068, 2.2). Null
 * where it is not for this audience, not in time, of nobody, or bound to a key whose proof is not asked for here
 * (`cnf`, RFC 7800).
 */
export function principalOf(claims: JsonObject, rules: ClaimRules): Principal | null {
  const text = (name: string): string | undefined => {
    const value = ownMember(claims, name)
    return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT ? value : undefined
  }
  const clientId = text('client_id') ?? text('azp')
  const subject = text('sub') ?? (rules.clientMaySpeak && ownMember(claims, 'sub') === undefined ? clientId : undefined)
  const tenantId = rules.tenantClaim === undefined ? undefined : text(rules.tenantClaim)
  const expires = ownMember(claims, 'exp')
  const scopes = scopesOf(ownMember(claims, rules.scopeClaim))
  if (subject === undefined || scopes === null || typeof expires !== 'number') return null
  if (rules.tenantClaim !== undefined && tenantId === undefined) return null
  if (!isInTime(claims, expires, rules) || !isFor(ownMember(claims, 'aud'), rules.audience)) return null
  if (ownMember(claims, 'cnf') !== undefined) return null
  return {
    subject,
    scopes,
    issuer: rules.issuer,
    // Within the tolerance it is still believed.
    expiresAt: (expires + rules.toleranceSeconds) * 1000,
    ...(tenantId === undefined ? {} : { tenantId }),
    ...(clientId === undefined ? {} : { clientId })
  }
}

function isFor(audience: JsonValue | undefined, expected: string): boolean {
  return audience === expected || (Array.isArray(audience) && audience.every((one) => typeof one === 'string') && audience.includes(expected))
}

function isInTime(claims: JsonObject, expires: number, { nowMs, toleranceSeconds }: ClaimRules): boolean {
  const now = nowMs / 1000
  const starts = ['nbf', 'iat'].map((name) => ownMember(claims, name) ?? 0)
  return expires + toleranceSeconds > now && starts.every((start) => typeof start === 'number' && start <= now + toleranceSeconds)
}

/** Null for what is no list of scopes. Absent: none. */
function scopesOf(value: JsonValue | undefined): readonly string[] | null {
  if (value === undefined) return []
  if (typeof value === 'string') return value.split(' ').filter((scope) => scope !== '')
  if (isJsonObject(value) || !Array.isArray(value)) return null
  return value.every((scope) => typeof scope === 'string') ? (value as readonly string[]) : null
}
