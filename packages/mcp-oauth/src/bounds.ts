// What a server may make this package do. A table of the README is held to this file.
export const OAUTH_BOUNDS: {
  readonly maxDocumentBytes: number
  readonly requestDeadlineMs: number
  readonly pendingLifetimeMs: number
  readonly maxPending: number
  readonly maxScopeCharacters: number
  readonly maxTokenCharacters: number
  readonly maxStepUps: number
  readonly stepUpWindowMs: number
  readonly refreshClaimMs: number
  readonly maxExpiresInSeconds: number
} = {
  /** Metadata, registration and token responses. */
  maxDocumentBytes: 256 * 1024,
  /** One request from its start to its last byte. */
  requestDeadlineMs: 10_000,
  /** How long the user may take. */
  pendingLifetimeMs: 600_000,
  maxPending: 4,
  maxScopeCharacters: 4096,
  maxTokenCharacters: 16_384,
  maxStepUps: 3,
  stepUpWindowMs: 600_000,
  /** A refresh that another process began is waited for as long as this: more than a request and a save. */
  refreshClaimMs: 15_000,
  /** A token that claims to live longer is renewed after this. */
  maxExpiresInSeconds: 31_536_000
}
