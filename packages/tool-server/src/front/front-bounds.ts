/** Limits of the front that no host needs to move. Times are milliseconds, sizes are characters, the rest are counts. */
export const FRONT_BOUNDS: { readonly maxTokenCharacters: number; readonly authenticateMs: number; readonly maxPrincipals: number } = Object.freeze({
  /** One bearer token. */
  maxTokenCharacters: 16_384,
  /** What an authenticator may take for one request. */
  authenticateMs: 10_000,
  /** Callers whose calls are counted at a time. */
  maxPrincipals: 10_000
})
