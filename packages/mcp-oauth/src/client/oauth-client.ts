import type { PrivateKey } from 'oauth4webapi'

/** Who asks for tokens. */
export interface OAuthClient {
  readonly clientId: string
  readonly clientSecret: string | null
  readonly privateKey: (() => Promise<PrivateKey>) | null
  /** What a registration settled on. */
  readonly authMethod: string | null
}
