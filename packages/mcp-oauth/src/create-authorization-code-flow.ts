import { GovernedError } from '@b10x/ports/errors'
import { isLoopback } from './address/check-address.ts'
import { requireIssuer, requireScopes, requireText } from './check-options.ts'
import type { OAuthFlow } from './oauth-flow.ts'
import type { OAuthStateStore } from './oauth-state.ts'
import { createAuthorization } from './session/create-authorization.ts'
import type { FlowSettings } from './session/session.ts'

/** Options of `createAuthorizationCodeFlow`. */
export interface AuthorizationCodeOptions {
  /** Where the user comes back to: https, http on loopback, or a scheme of the application (RFC 8252, 7.1). */
  readonly redirectUrl: string | URL
  /** Name for a registration (RFC 7591). */
  readonly clientName?: string | undefined
  /** A client that was registered beforehand. It belongs to `issuer`, or to the first authorization server it meets. */
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  /** Address of the client's own metadata document, which is then its id where the server supports that. */
  readonly clientMetadataUrl?: string | undefined
  /** Asked for first, exactly these. Without it: those of the challenge, else all that the server's metadata lists. */
  readonly scopes?: readonly string[] | undefined
  /** Called once per `authorize`, with an address to send the user to; then requests fail `authorization_required`. */
  readonly onAuthorizationUrl: (url: URL) => void | Promise<void>
  readonly store: OAuthStateStore
  /** The reviewed authorization server. Metadata that does not list it is refused; without metadata it is used. */
  readonly issuer?: string | undefined
}

/**
 * Authorization code with PKCE S256 (OAuth 2.1, 4.1), as MCP 2026-07-28 demands it: discovery, registration, `state`,
 * `iss` and `resource`. The user is sent off once; the answer goes into `authorize`, in this process or in another one
 * over the same store.
 *
 * @throws GovernedError `option_invalid`
 */
export function createAuthorizationCodeFlow(options: AuthorizationCodeOptions): OAuthFlow {
  const { clientId, clientSecret, clientMetadataUrl, onAuthorizationUrl } = options
  requireText('clientId', clientId)
  requireText('clientSecret', clientSecret)
  requireIssuer(options.issuer)
  if (clientSecret !== undefined && clientId === undefined) throw refused('clientSecret', 'without_client_id')
  if (clientMetadataUrl !== undefined) checkMetadataUrl(clientMetadataUrl)
  const settings: FlowSettings = {
    obtaining: { kind: 'authorization_code', redirectUrl: checkRedirect(options.redirectUrl), onAuthorizationUrl },
    client: {
      configured: clientId === undefined ? null : { clientId, clientSecret: clientSecret ?? null, privateKey: null, authMethod: null },
      metadataUrl: clientMetadataUrl ?? null,
      clientName: options.clientName ?? null,
      issuerReviewed: options.issuer !== undefined
    },
    scopes: options.scopes === undefined ? null : requireScopes('scopes', options.scopes),
    issuer: options.issuer ?? null
  }
  const { store } = options
  return { authorize: (target) => createAuthorization(settings, store, target) }
}

/** Sent as it was written: servers compare it character by character. */
function checkRedirect(redirectUrl: string | URL): string {
  const text = String(redirectUrl)
  if (!URL.canParse(text)) throw refused('redirectUrl', 'unparsable')
  const url = new URL(text)
  if (url.href.includes('#')) throw refused('redirectUrl', 'fragment')
  const loopback = url.protocol === 'http:' && isLoopback(url.hostname)
  // A scheme of an application has a dot (RFC 8252, 7.1): javascript: and its kind have none.
  if (url.protocol !== 'https:' && !loopback && !/^[a-z][a-z0-9+-]*\.[a-z0-9+.-]+:$/.test(url.protocol)) throw refused('redirectUrl', 'scheme')
  return text
}

/** OAuth Client ID Metadata Document, 3. */
function checkMetadataUrl(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.protocol !== 'https:' || url.pathname === '/' || url.href !== address || url.href.includes('#') || url.username !== '') {
    throw refused('clientMetadataUrl', 'not_a_client_id')
  }
}

function refused(option: string, reason: string): GovernedError {
  return new GovernedError('option_invalid', { option, reason })
}
