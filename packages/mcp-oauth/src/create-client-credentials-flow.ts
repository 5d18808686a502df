import type { OAuthFlow } from './oauth-flow.ts'
import type { OAuthStateStore } from './oauth-state.ts'

/** Signature algorithms of a client assertion (RFC 7518, 3.1; RFC 8037). */
export type ClientAssertionAlgorithm = 'ES256' | 'ES384' | 'ES512' | 'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512' | 'EdDSA'

/** Options of `createClientCredentialsFlow`: a client that was registered beforehand, and one way to prove that. */
export interface ClientCredentialsOptions {
  readonly clientId: string
  readonly clientSecret?: string
  /** A PEM text, for `private_key_jwt` (RFC 7523, 2.2). Instead of a secret. */
  readonly privateKey?: string
  /** Default: by the kind of key. */
  readonly algorithm?: ClientAssertionAlgorithm
  /** The `kid` of the assertion, where the server keeps several keys. */
  readonly keyId?: string
  /** Scopes with spaces between them. Asked for first, exactly these. */
  readonly scope?: string
  /** The reviewed authorization server. */
  readonly issuer?: string
  /** Default: tokens are kept in memory. */
  readonly store?: OAuthStateStore
}

/** OAuth 2.1 client credentials. */
export declare function createClientCredentialsFlow(options: ClientCredentialsOptions): OAuthFlow
