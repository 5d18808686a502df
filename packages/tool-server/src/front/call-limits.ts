import type { Principal } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { ServerBounds } from '../server-bounds.ts'
import { FRONT_BOUNDS } from './front-bounds.ts'

/** A call that does not start now. */
export interface Limited {
  readonly error: GovernedError<'rate_limited'>
  /** Whole seconds until it is worth another try. */
  readonly retryAfter: number
}

/** What one caller may do at a time and in a window. Callers nobody knows are one caller. */
export interface CallLimits {
  /** Whether a call would be refused now. Counts nothing. */
  look(principal: Principal | null): Limited | null
  /** Counts a call. The function ends it, once. */
  enter(principal: Principal | null): Limited | (() => void)
}

interface Count {
  running: number
  calls: number
  windowStart: number
}

/**
 * A window starts with the first call in it, so that two of them next to each other may hold twice the calls in a row.
 * At most `maxPrincipals` callers are remembered; the one that came longest ago and has nothing running is forgotten first.
 */
export function createCallLimits(bounds: ServerBounds, now: () => number): CallLimits {
  const counts = new Map<string, Count>()
  /** At the end already. */
  let latest: string | null = null
  const { maxInflight, maxCallsPerWindow, windowMs } = bounds

  function judge(count: Count | undefined): Limited | null {
    if (count === undefined) return null
    if (count.running >= maxInflight) return limited(maxInflight, null, 1000)
    const left = count.windowStart + windowMs - now()
    return left > 0 && count.calls >= maxCallsPerWindow ? limited(maxCallsPerWindow, windowMs, left) : null
  }

  function forgetOne(): boolean {
    for (const [key, { running }] of counts) {
      if (running === 0) return counts.delete(key)
    }
    return false
  }

  function countOf(key: string): Count | null {
    const known = counts.get(key)
    if (known !== undefined && key === latest) return known
    latest = key
    // The order of a map is that of insertion: whoever calls moves to the end.
    if (known !== undefined) counts.delete(key)
    else if (counts.size >= FRONT_BOUNDS.maxPrincipals && !forgetOne()) return null
    const count = known ?? { running: 0, calls: 0, windowStart: now() }
    counts.set(key, count)
    return count
  }

  return {
    look: (principal) => judge(counts.get(keyOf(principal))),
    enter(principal) {
      const count = countOf(keyOf(principal))
      if (count === null) return limited(maxInflight, null, 1000)
      const refused = judge(count)
      if (refused !== null) return refused
      if (now() - count.windowStart >= windowMs) {
        count.windowStart = now()
        count.calls = 0
      }
      count.calls += 1
      count.running += 1
      let ended = false
      return () => {
        if (!ended) count.running -= 1
        ended = true
      }
    }
  }
}

/** Two issuers may use one subject for two people. */
function keyOf(principal: Principal | null): string {
  return principal === null ? '' : JSON.stringify([principal.issuer ?? null, principal.tenantId ?? null, principal.subject])
}

function limited(limit: number, windowMs: number | null, leftMs: number): Limited {
  return { error: new GovernedError('rate_limited', { limit, windowMs }), retryAfter: Math.max(1, Math.ceil(leftMs / 1000)) }
}
