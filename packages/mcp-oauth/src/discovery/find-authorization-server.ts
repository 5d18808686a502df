import type { AuthorizationServer } from 'oauth4webapi'
import { GovernedError } from '@b10x/ports/errors'
import type { MetadataFault } from '@b10x/ports/errors'
import type { AddressPolicy } from '../address/check-address.ts'
import type { SendRequest } from '../http/send-request.ts'
import { fetchDocument } from './fetch-document.ts'

const LISTS = ['grant_types_supported', 'scopes_supported', 'token_endpoint_auth_methods_supported', 'code_challenge_methods_supported']

/**
 * Metadata of one authorization server (RFC 8414; OpenID Connect Discovery 1.0), at the addresses and in the order of MCP
 * 2026-07-28, Authorization Server Metadata Discovery. Its `issuer` is the one asked for, by plain string comparison, and
 * every endpoint in it is acceptable.
 *
 * @throws GovernedError `oauth_metadata_invalid`, `redirect_denied`
 */
export async function findAuthorizationServer(
  send: SendRequest,
  issuer: string,
  addresses: AddressPolicy,
  signal?: AbortSignal
): Promise<AuthorizationServer> {
  const refusal = addresses.refuse(issuer)
  if (refusal !== null || new URL(issuer).search !== '') throw invalid(refusal === 'insecure' ? 'insecure_endpoint' : 'member_invalid')
  let reason: MetadataFault = 'not_found'
  for (const address of wellKnownAddresses(issuer)) {
    const fetched = await fetchDocument(send, address, signal)
    if (fetched.kind === 'document') return checkDocument(fetched.document, issuer, addresses)
    if (fetched.kind === 'failed') throw invalid(fetched.reason, fetched.cause)
    if (fetched.reason !== 'not_found') ({ reason } = fetched)
  }
  throw invalid(reason)
}

function wellKnownAddresses(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/+$/, '')
  const oauth = `${origin}/.well-known/oauth-authorization-server${path}`
  const inserted = `${origin}/.well-known/openid-configuration${path}`
  return path === '' ? [oauth, inserted] : [oauth, inserted, `${origin}${path}/.well-known/openid-configuration`]
}

function checkDocument(document: Readonly<Record<string, unknown>>, issuer: string, addresses: AddressPolicy): AuthorizationServer {
  if (document['issuer'] === undefined) throw invalid('member_missing')
  if (document['issuer'] !== issuer) throw invalid('issuer_mismatch')
  for (const [member, value] of Object.entries(document)) {
    if (!member.endsWith('_endpoint') && member !== 'jwks_uri') continue
    if (typeof value !== 'string') throw invalid('member_invalid')
    const refusal = addresses.refuse(value)
    if (refusal !== null) throw invalid(refusal === 'insecure' ? 'insecure_endpoint' : 'member_invalid')
  }
  for (const member of LISTS) {
    const value = document[member]
    if (value !== undefined && !(Array.isArray(value) && value.every((one) => typeof one === 'string'))) throw invalid('member_invalid')
  }
  if (document['token_endpoint'] === undefined) throw invalid('member_missing')
  return { ...document, issuer }
}

function invalid(reason: MetadataFault, cause?: unknown): GovernedError {
  return new GovernedError(
    'oauth_metadata_invalid',
    { document: 'authorization_server', reason },
    cause === undefined ? {} : { cause }
  )
}
