import type { Clock } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { invalidOption, refuseUnknownOptions } from '../invalid-option.ts'

/** One call under a key of the host. */
export interface KeyedCall {
  /** Unique for tool, tenant, actor and key of the host. */
  readonly key: string
  readonly tool: string
  readonly inputDigest: string
}

/** Runs each key once. */
export interface IdempotencyStore {
  /**
   * The first call of a key runs; every later one, also while that runs, gets what the first one gave or threw. A call that
   * failed before `keep` did not happen and is forgotten.
   * @throws GovernedError `policy_denied` when the key was used for another input
   */
  once<R>(call: KeyedCall, run: (keep: () => void) => Promise<R>): Promise<R>
}

export interface MemoryIdempotencyOptions {
  /** How long a key is kept, in milliseconds. Default 24 hours. */
  readonly ttlMs?: number
  /** Keys that are kept. No key is dropped early: further calls are refused. Default 10 000. */
  readonly maxEntries?: number
  readonly clock?: Clock
}

interface Entry {
  readonly inputDigest: string
  readonly expiresAt: number
  readonly outcome: Promise<unknown>
}

/**
 * Keys in the memory of this process. A restart forgets them.
 * @throws GovernedError `option_invalid`; later, from `once`, `policy_denied` and `rate_limited`
 */
export function createMemoryIdempotency(options: MemoryIdempotencyOptions = {}): IdempotencyStore {
  refuseUnknownOptions(options, ['ttlMs', 'maxEntries', 'clock'])
  const { ttlMs = 86_400_000, maxEntries = 10_000, clock = Date } = options
  for (const [name, value] of Object.entries({ ttlMs, maxEntries })) {
    if (!(Number.isSafeInteger(value) && value > 0)) throw invalidOption(name, 'it is no whole number over 0')
  }
  const entries = new Map<string, Entry>()

  /** Entries stand in the order of their end. */
  function dropOld(): void {
    const now = clock.now()
    for (const [key, entry] of entries) {
      if (entry.expiresAt > now) break
      entries.delete(key)
    }
  }

  return Object.freeze<IdempotencyStore>({
    once<R>({ key, tool, inputDigest }: KeyedCall, run: (keep: () => void) => Promise<R>): Promise<R> {
      dropOld()
      const first = entries.get(key)
      if (first !== undefined) {
        if (first.inputDigest !== inputDigest) return Promise.reject(new GovernedError('policy_denied', { tool }))
        return first.outcome as Promise<R>
      }
      if (entries.size >= maxEntries) return Promise.reject(new GovernedError('rate_limited', { limit: maxEntries, windowMs: ttlMs }))
      let kept = false
      const outcome = run(() => (kept = true)).catch((error: unknown) => {
        if (!kept && entries.get(key)?.outcome === outcome) entries.delete(key)
        throw error
      })
      entries.set(key, { inputDigest, expiresAt: clock.now() + ttlMs, outcome })
      return outcome
    }
  })
}
