import { GovernedError } from '@b10x/ports/errors'
import type { MetadataFault } from '@b10x/ports/errors'
import type { AddressPolicy } from '../address/check-address.ts'
import { canonicalResource, coversEndpoint } from '../address/resource-identifier.ts'
import type { SendRequest } from '../http/send-request.ts'
import { joinScopes, uniteScopes } from '../scopes/scope-set.ts'
import { fetchDocument } from './fetch-document.ts'

/** What an MCP server says about its authorization (RFC 9728). */
export interface ProtectedResource {
  /** Sent as `resource`, exactly. */
  readonly resource: string
  /** At least one. */
  readonly authorizationServers: readonly string[]
  readonly scopesSupported: readonly string[] | null
}

/** Where to look, and what was reviewed. */
export interface ResourceQuery {
  readonly endpoint: string
  readonly reviewedResource: string | null
  readonly reviewedIssuer: string | null
  /** `resource_metadata` of the challenge. */
  readonly metadataUrl: string | null
  readonly addresses: AddressPolicy
}

const DOCUMENT = 'protected_resource'

/**
 * The address of the challenge, else the well-known ones with path and at the root (MCP 2026-07-28, Protected Resource
 * Metadata Discovery). The address may have another origin; what makes the document ours is its `resource` (RFC 9728,
 * 3.3). Without any document a reviewed issuer takes its place: an MCP server is never made its own authorization server.
 *
 * @throws GovernedError `oauth_metadata_invalid`, `resource_mismatch`, `redirect_denied`
 */
export async function findProtectedResource(send: SendRequest, query: ResourceQuery, signal?: AbortSignal): Promise<ProtectedResource> {
  if (query.metadataUrl !== null && query.addresses.refuse(query.metadataUrl) !== null) throw invalid('insecure_endpoint')
  const addresses = query.metadataUrl === null ? wellKnownAddresses(query.endpoint) : [query.metadataUrl]
  let reason: MetadataFault = 'not_found'
  for (const address of addresses) {
    const fetched = await fetchDocument(send, address, signal)
    if (fetched.kind === 'document') return readDocument(fetched.document, query)
    if (fetched.kind === 'failed') throw invalid(fetched.reason, fetched.cause)
    if (fetched.reason !== 'not_found') ({ reason } = fetched)
  }
  if (query.reviewedIssuer === null) throw invalid(reason)
  const resource = query.reviewedResource ?? canonicalResource(query.endpoint)
  return { resource, authorizationServers: [query.reviewedIssuer], scopesSupported: null }
}

/** RFC 9728, 3.1. */
function wellKnownAddresses(endpoint: string): readonly string[] {
  const { origin } = new URL(endpoint)
  const path = canonicalResource(endpoint).slice(origin.length)
  const root = `${origin}/.well-known/oauth-protected-resource`
  return path === '' ? [root] : [`${root}${path}`, root]
}

function readDocument(document: Readonly<Record<string, unknown>>, query: ResourceQuery): ProtectedResource {
  const { resource, authorization_servers: servers, scopes_supported: scopes } = document
  if (resource === undefined) throw invalid('member_missing')
  if (typeof resource !== 'string') throw invalid('member_invalid')
  const ours = query.reviewedResource === null ? coversEndpoint(resource, query.endpoint) : resource === query.reviewedResource
  if (!ours) throw new GovernedError('resource_mismatch', {})
  if (servers === undefined || (Array.isArray(servers) && servers.length === 0)) throw invalid('no_authorization_server')
  if (!isStrings(servers) || (scopes !== undefined && !isStrings(scopes))) throw invalid('member_invalid')
  const supported = scopes === undefined ? null : uniteScopes(scopes)
  if (supported !== null && joinScopes(supported) === null) throw invalid('member_invalid')
  return { resource, authorizationServers: servers, scopesSupported: supported }
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function invalid(reason: MetadataFault, cause?: unknown): GovernedError {
  return new GovernedError('oauth_metadata_invalid', { document: DOCUMENT, reason }, cause === undefined ? {} : { cause })
}
