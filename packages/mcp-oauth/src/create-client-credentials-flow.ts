import { GovernedError } from '@b10x/ports/errors'
import { requireIssuer, requireScopes, requireText } from './check-options.ts'
import { readPrivateKey } from './client/read-private-key.ts'
import type { ClientAssertionAlgorithm } from './client/read-private-key.ts'
import type { OAuthFlow } from './oauth-flow.ts'
import type { OAuthStateStore } from './oauth-state.ts'
import { createAuthorization } from './session/create-authorization.ts'
import type { FlowSettings } from './session/session.ts'
import { createMemoryStateStore } from './state/memory-state-store.ts'

/** Options of `createClientCredentialsFlow`: a client that was registered beforehand, and one way to prove that. */
export interface ClientCredentialsOptions {
  readonly clientId: string
  readonly clientSecret?: string | undefined
  /** A PEM text, for `private_key_jwt` (RFC 7523, 2.2). Instead of a secret. */
  readonly privateKey?: string | undefined
  /** Default: by the kind of key; RS256 for RSA. */
  readonly algorithm?: ClientAssertionAlgorithm | undefined
  /** The `kid` of the assertion, where the server keeps several keys. */
  readonly keyId?: string | undefined
  /** Scopes with spaces between them. Asked for first, exactly these. */
  readonly scope?: string | undefined
  /** The reviewed authorization server. Metadata that does not list it is refused; without metadata it is used. */
  readonly issuer?: string | undefined
  /** Default: tokens are kept in memory, for all that this flow authorizes. */
  readonly store?: OAuthStateStore | undefined
}

/**
 * Client credentials (OAuth 2.1, 4.2; io.modelcontextprotocol/oauth-client-credentials): for programs that act for
 * themselves. The secret or the key stays in this function.
 *
 * @throws GovernedError `option_invalid`
 */
export function createClientCredentialsFlow(options: ClientCredentialsOptions): OAuthFlow {
  const { clientId, clientSecret, privateKey, keyId, scope } = options
  requireText('clientId', clientId)
  requireText('clientSecret', clientSecret)
  requireText('keyId', keyId)
  requireIssuer(options.issuer)
  if ((clientSecret === undefined) === (privateKey === undefined)) {
    throw new GovernedError('option_invalid', { option: 'clientSecret', reason: 'one_of_secret_and_key' })
  }
  const key = privateKey === undefined ? null : readPrivateKey(privateKey, options.algorithm, keyId)
  const settings: FlowSettings = {
    obtaining: { kind: 'client_credentials' },
    client: {
      configured: { clientId, clientSecret: clientSecret ?? null, privateKey: key, authMethod: null },
      metadataUrl: null,
      clientName: null,
      issuerReviewed: options.issuer !== undefined
    },
    scopes: scope === undefined ? null : requireScopes('scope', scope.split(' ').filter((one) => one !== '')),
    issuer: options.issuer ?? null
  }
  const store = options.store ?? createMemoryStateStore()
  return { authorize: (target) => createAuthorization(settings, store, target) }
}
