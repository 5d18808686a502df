import { GovernedError } from '@b10x/ports/errors'
import type { ToolServerOptions } from '../tool-server.ts'
import type { Refusal } from '../http/admission.ts'
import type { RequestHead } from '../http/request-head.ts'
import { parseScopes } from './scopes.ts'

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** What is said of this server as an OAuth protected resource (RFC 9728). All of it comes from the options. */
export interface ResourceDescription {
  /** `host[:port]` of the resource. */
  readonly authority: string
  /** Where the metadata stands, for challenges. */
  readonly metadataUrl: string
  /** The paths that it is served at: beside the resource's path, and at the root. */
  readonly paths: ReadonlySet<string>
  /** JSON text. */
  readonly document: string
}

/**
 * Null without `resource`.
 * @throws GovernedError `option_invalid`
 */
export function describeResource({ resource, authorizationServers = [], scopes }: ToolServerOptions): ResourceDescription | null {
  if (resource === undefined) return null
  const url = readUrl(resource, 'resource')
  for (const issuer of authorizationServers) readUrl(issuer, 'authorizationServers')
  const path = url.pathname === '/' ? '' : url.pathname
  const supported = (scopes?.supported ?? []).flatMap((scope) => parseScopes(scope, 'scopes.supported'))
  return {
    authority: url.host,
    metadataUrl: `${url.origin}${WELL_KNOWN}${path}${url.search}`,
    paths: new Set([WELL_KNOWN, `${WELL_KNOWN}${path}`]),
    document: JSON.stringify({
      resource,
      ...(authorizationServers.length === 0 ? {} : { authorization_servers: authorizationServers }),
      ...(supported.length === 0 ? {} : { scopes_supported: supported }),
      bearer_methods_supported: ['header']
    })
  }
}

/** The answer to a request for the metadata; null for every other request. Nobody has to be known for it. */
export function answerMetadata(head: RequestHead, resource: ResourceDescription | null): Refusal | null {
  if (resource === null || head.method !== 'GET') return null
  const path = /^(?:https?:\/\/[^/?#]*)?([^?#]*)/i.exec(head.url)?.[1] ?? ''
  if (!resource.paths.has(path)) return null
  return { status: 200, headers: { 'content-type': 'application/json', 'cache-control': 'max-age=3600' }, body: resource.document }
}

/** True for the paths of the metadata, whoever asks and however. */
export function isMetadataPath(path: string): boolean {
  return path === WELL_KNOWN || path.startsWith(`${WELL_KNOWN}/`)
}

function readUrl(text: string, option: string): URL {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null
  const fine = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && !text.includes('#')
  // It stands in quotes in a challenge.
  if (!fine || /["\\\s]/.test(text)) throw new GovernedError('option_invalid', { option, reason: 'not an http or https URL without user information and fragment' })
  return url
}
