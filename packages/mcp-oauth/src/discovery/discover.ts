// FLOW: what the server says about itself, which authorization server, what that one says about itself.
import type { AuthorizationServer } from 'oauth4webapi'
import type { AddressPolicy } from '../address/check-address.ts'
import type { SendRequest } from '../http/send-request.ts'
import { chooseIssuer } from './choose-issuer.ts'
import { findAuthorizationServer } from './find-authorization-server.ts'
import { findProtectedResource } from './find-protected-resource.ts'

/** Everything that a request for tokens has to know about servers. */
export interface Discovery {
  readonly resource: string
  readonly scopesSupported: readonly string[] | null
  readonly metadata: AuthorizationServer
}

export interface DiscoveryQuery {
  readonly endpoint: string
  readonly reviewedResource: string | null
  readonly reviewedIssuer: string | null
  readonly metadataUrl: string | null
  /** The authorization server that credentials are held for. */
  readonly knownIssuer: string | null
  readonly addresses: AddressPolicy
}

export async function discover(send: SendRequest, query: DiscoveryQuery, signal?: AbortSignal): Promise<Discovery> {
  const server = await findProtectedResource(send, query, signal)
  const issuer = chooseIssuer(server.authorizationServers, query.reviewedIssuer, query.knownIssuer)
  const metadata = await findAuthorizationServer(send, issuer, query.addresses, signal)
  return { resource: server.resource, scopesSupported: server.scopesSupported, metadata }
}
