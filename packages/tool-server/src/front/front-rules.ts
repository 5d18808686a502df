import type { Authenticator } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { ToolServerOptions } from '../tool-server.ts'
import { LOOPBACK_HOSTS, parseAuthority } from './authority.ts'
import { describeResource } from './resource-metadata.ts'
import type { ResourceDescription } from './resource-metadata.ts'
import { parseScopes } from './scopes.ts'

export interface OriginRules {
  /** Null: the origin of the server itself. */
  readonly listed: ReadonlySet<string> | null
  readonly hosts: ReadonlySet<string>
}

/** What the options of a host mean for each request. Made once. */
export interface FrontRules extends OriginRules {
  readonly hosts: Set<string>
  /** The host listed what it answers to, so that nothing is added. */
  readonly hostsAreListed: boolean
  readonly authenticator: Authenticator | null
  readonly resource: ResourceDescription | null
  readonly scopes: { readonly call: readonly string[]; readonly list: readonly string[] }
}

/**
 * An empty list allows nothing. Without a list of hosts: the names of loopback, and the host of `resource`.
 * @throws GovernedError `option_invalid` for a host, an origin, a scope, a resource or an issuer that is none
 */
export function readFrontRules(options: ToolServerOptions): FrontRules {
  const resource = describeResource(options)
  const own = resource === null ? [] : [resource.authority]
  return {
    hosts: new Set((options.allowedHosts ?? [...LOOPBACK_HOSTS, ...own]).map(readHost)),
    hostsAreListed: options.allowedHosts !== undefined,
    listed: options.allowedOrigins === undefined ? null : new Set(options.allowedOrigins.map(readOrigin)),
    authenticator: options.authenticate ?? null,
    resource,
    scopes: {
      call: parseScopes(options.scopes?.call ?? '', 'scopes.call'),
      list: parseScopes(options.scopes?.list ?? '', 'scopes.list')
    }
  }
}

function readHost(text: string): string {
  const authority = typeof text === 'string' ? parseAuthority(text) : null
  if (authority === null) throw new GovernedError('option_invalid', { option: 'allowedHosts', reason: 'not a host, or a host and a port' })
  return authority.port === null ? authority.host : `${authority.host}:${authority.port}`
}

function readOrigin(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null'
  if (origin !== text || origin === 'null') throw new GovernedError('option_invalid', { option: 'allowedOrigins', reason: 'not an origin as browsers write it' })
  return text
}
