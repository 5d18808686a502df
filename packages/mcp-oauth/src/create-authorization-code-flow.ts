import type { OAuthFlow } from './oauth-flow.ts'
import type { OAuthStateStore } from './oauth-state.ts'

/** Options of `createAuthorizationCodeFlow`. */
export interface AuthorizationCodeOptions {
  /** Where the user comes back to: https, http on loopback, or a scheme of the application (RFC 8252). */
  readonly redirectUrl: string | URL
  /** Name for a registration (RFC 7591). */
  readonly clientName?: string
  /** A client that was registered beforehand. Used with the first authorization server only, or with `issuer`. */
  readonly clientId?: string
  readonly clientSecret?: string | undefined
  /** Address of the client's own metadata document, which is then its id where the server supports that. */
  readonly clientMetadataUrl?: string
  /** Asked for first, exactly these. Without it: those of the challenge, else all that the server's metadata lists. */
  readonly scopes?: readonly string[]
  /** Called once per `authorize`, with an address to send the user to; then requests fail `authorization_required`. */
  readonly onAuthorizationUrl: (url: URL) => void | Promise<void>
  readonly store: OAuthStateStore
  /** The reviewed authorization server. Metadata that does not list it is refused; without metadata it is used. */
  readonly issuer?: string
}

/** OAuth 2.1 authorization code with PKCE S256, as MCP 2026-07-28 demands it. */
export declare function createAuthorizationCodeFlow(options: AuthorizationCodeOptions): OAuthFlow
