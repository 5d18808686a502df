/**
 * A real authorization server (oidc-provider 9) on a loopback port of its own: PKCE demanded, `iss` in its answers,
 * resource indicators that become the audience of JWT access tokens, rotating refresh tokens that end with their reuse,
 * client credentials, open registration, revocation. Deliberately not here: faults; a scripted server makes those.
 */
import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ClientMetadata, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { listenOnLoopback } from '../http/listen-on-loopback.ts'

/** A client that is known beforehand. */
export interface KnownClient {
  readonly id: string
  readonly secret?: string
  /** For `private_key_jwt`. */
  readonly publicJwk?: Readonly<Record<string, unknown>>
  readonly authMethod?: 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt'
  /** Without any: client credentials only. */
  readonly redirectUrls?: readonly string[]
}

export interface AuthorizationServerOptions {
  readonly clients?: readonly KnownClient[]
  /** Default: true. */
  readonly registration?: boolean
  /** Default: 3600. */
  readonly accessTokenSeconds?: number
  /** Scopes of every resource. Default: `tools.read tools.write`. */
  readonly scopes?: string
  /** Access tokens are JWTs, or opaque ones that every client with a secret may introspect. Default: `jwt`. */
  readonly accessTokenFormat?: 'jwt' | 'opaque'
}

/** One token request that was answered. */
export interface AnsweredGrant {
  readonly grantType: string
  readonly clientId: string
  /** Null: tokens were given. */
  readonly error: string | null
}

/** A running authorization server. `await using` closes it. */
export interface AuthorizationServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly issuer: string
  /** Token requests, in order. */
  readonly grants: readonly AnsweredGrant[]
  /** `METHOD path` of everything that arrived, without query. */
  readonly requests: readonly string[]
  /** Client, scopes and audience of a token that this server issued for the resource; null for any other token. */
  verify(token: string, resource: string): Promise<VerifiedToken | null>
  close(): Promise<void>
}

export interface VerifiedToken {
  readonly clientId: string
  readonly scopes: readonly string[]
}

/** Starts it. The first start in a process loads oidc-provider. */
export async function startAuthorizationServer(options: AuthorizationServerOptions = {}): Promise<AuthorizationServer> {
  const [{ default: Provider, errors }, { importJWK, jwtVerify }] = await Promise.all([import('oidc-provider'), import('jose')])
  const requests: string[] = []
  const grants: AnsweredGrant[] = []
  let serve = (_incoming: IncomingMessage, response: ServerResponse): Promise<void> => Promise.resolve(void response.destroy())
  const listening = await listenOnLoopback((incoming, response) => {
    requests.push(`${incoming.method ?? ''} ${(incoming.url ?? '').split('?')[0] ?? ''}`)
    return serve(incoming, response)
  })
  const issuer = listening.origin
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const privateJwk = { ...keys.privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'signing' }

  const seconds = options.accessTokenSeconds ?? 3600
  const configuration: Configuration = {
    clients: (options.clients ?? []).map(clientMetadata),
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    cookies: { keys: ['only for tests'] },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    jwks: { keys: [privateJwk] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    ttl: {
      AccessToken: seconds,
      ClientCredentials: seconds,
      IdToken: 600,
      Interaction: 600,
      Grant: 86_400,
      Session: 86_400,
      RefreshToken: 86_400
    },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      registration: { enabled: options.registration ?? true },
      revocation: { enabled: true, allowedPolicy: () => true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource) => {
          if (!resource.startsWith('http')) throw new errors.InvalidTarget()
          return {
            scope: options.scopes ?? 'tools.read tools.write',
            audience: resource,
            accessTokenFormat: options.accessTokenFormat ?? 'jwt',
            accessTokenTTL: seconds,
            jwt: { sign: { alg: 'ES256' } }
          }
        }
      }
    }
  }
  const provider = silently(() => new Provider(issuer, configuration))
  const note = ({ oidc }: KoaContextWithOIDC, error: string | null): void => {
    grants.push({ grantType: String(oidc.params?.['grant_type']), clientId: oidc.client?.clientId ?? '', error })
  }
  provider.on('grant.success', (context) => note(context, null))
  provider.on('grant.error', (context, error) => note(context, error.error))
  const callback = provider.callback()
  serve = (incoming, response) => Promise.resolve(callback(incoming, response)) as Promise<void>

  const close = (): Promise<void> => listening.close()
  return {
    issuer,
    grants,
    requests,
    async verify(token, resource) {
      try {
        const key = await importJWK({ ...keys.publicKey.export({ format: 'jwk' }), alg: 'ES256' })
        const { payload } = await jwtVerify(token, key, { issuer, audience: resource, algorithms: ['ES256'], typ: 'at+jwt', requiredClaims: ['exp'] })
        return { clientId: String(payload['client_id']), scopes: String(payload['scope'] ?? '').split(' ').filter((scope) => scope !== '') }
      } catch {
        return null
      }
    },
    close,
    [Symbol.asyncDispose]: close
  }
}

function clientMetadata(client: KnownClient): ClientMetadata {
  const interactive = client.redirectUrls !== undefined
  return {
    client_id: client.id,
    application_type: 'native',
    token_endpoint_auth_method: client.authMethod ?? (client.secret === undefined ? 'none' : 'client_secret_basic'),
    redirect_uris: [...(client.redirectUrls ?? [])],
    grant_types: interactive ? ['authorization_code', 'refresh_token'] : ['client_credentials'],
    response_types: interactive ? ['code'] : [],
    ...(client.secret === undefined ? {} : { client_secret: client.secret }),
    ...(client.publicJwk === undefined ? {} : { jwks: { keys: [client.publicJwk] as never }, token_endpoint_auth_signing_alg: 'ES256' as const })
  }
}

/** The provider warns of things that a test wants: plain http, its own pages for login and consent. */
function silently<T>(make: () => T): T {
  const { info, warn } = console
  Object.assign(console, { info: () => undefined, warn: () => undefined })
  try {
    return make()
  } finally {
    Object.assign(console, { info, warn })
  }
}
