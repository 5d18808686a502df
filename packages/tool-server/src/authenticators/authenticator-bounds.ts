/** What authenticators do at most. Fixed: no issuer needs more. Times are milliseconds. */
export const AUTHENTICATOR_BOUNDS: {
  readonly maxDocumentBytes: number
  readonly fetchDeadlineMs: number
  readonly maxKeysAgeMs: number
  readonly keysCooldownMs: number
  readonly keysRetryMs: number
  readonly maxClockToleranceSeconds: number
  readonly maxIntrospectionCacheMs: number
  readonly maxIntrospectionCacheEntries: number
} = Object.freeze({
  /** One key set, one introspection response. */
  maxDocumentBytes: 256 * 1024,
  /** One request for them. */
  fetchDeadlineMs: 5_000,
  /** How long a key set is used. */
  maxKeysAgeMs: 600_000,
  /** Between two fetches because of keys that the set does not have. */
  keysCooldownMs: 30_000,
  /** After a fetch that failed. */
  keysRetryMs: 1_000,
  maxClockToleranceSeconds: 30,
  /** How long an introspected token may be believed after it was revoked. */
  maxIntrospectionCacheMs: 60_000,
  maxIntrospectionCacheEntries: 1_000
})
