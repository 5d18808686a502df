import type { FoundationPin } from '@b10x/mcp-foundation'
import type { CredentialHeaders } from '@b10x/mcp-foundation/http'
import type { Bounds, HttpExchange } from '@b10x/ports'
import type { LocalEffects } from '../admission/assign-effects.ts'
import { invalidOption, refuseTogether, refuseUnknownOptions } from '../admission/invalid-option.ts'
import type { ToolSelection } from '../admission/select-tools.ts'
import { AUTHORIZE } from './auth.ts'
import type { McpAuthProvider } from './auth.ts'

/** How to reach a remote MCP server, and what the host decides about its tools. */
export interface McpServerOptions extends ToolSelection, Omit<LocalEffects, 'effect'> {
  /** https, or http to this machine or to one of `allowInsecureHosts`. */
  readonly url: string | URL
  /** Default `streamable-http`. `sse` is for servers that offer nothing newer than MCP 2024-11-05's transport. */
  readonly transport?: 'streamable-http' | 'sse' | undefined
  /** Credentials for every request: a record, or a function that is asked for each one. Their values are shown nowhere. */
  readonly headers?: CredentialHeaders | (() => CredentialHeaders | Promise<CredentialHeaders>) | undefined
  /** Credentials that are renewed: see `createMcpClientCredentialsAuth` and `createMcpAuthorizationCodeAuth`. */
  readonly authProvider?: McpAuthProvider | undefined
  /** The bare code of the callback. Refused with `issuer_missing` where the authorization server promises `iss`. */
  readonly authorizationCode?: string | undefined
  /** The whole address that the callback was asked under, with `code`, `state` and `iss`. Better than the bare code. */
  readonly authorizationResponse?: string | URL | undefined
  /** Ends connecting. Later calls have signals of their own. */
  readonly signal?: AbortSignal | undefined
  /** Limits of the connection; see the foundation. */
  readonly bounds?: Partial<Bounds> | undefined
  /** Speak exactly this revision. Default: the newest that both sides know. */
  readonly protocolVersion?: string | undefined
  /** Hosts, as `name` or `name:port`, that plain http may reach. */
  readonly allowInsecureHosts?: readonly string[] | undefined
  /** The one build of the foundation to run on. */
  readonly foundation?: FoundationPin | undefined
  /** What owns the sockets, for MCP and for OAuth. Its owner closes it. Default: sockets of our own. */
  readonly exchange?: HttpExchange | undefined
}

const KNOWN = [
  'allowInsecureHosts', 'allowTools', 'authProvider', 'authorizationCode', 'authorizationResponse', 'bounds', 'denyTools',
  'effects', 'exchange', 'foundation', 'headers', 'protocolVersion', 'signal', 'transport', 'url'
]

/**
 * What no connection can be made with, found before one is tried.
 * @throws GovernedError `option_invalid`
 */
export function checkServerOptions(options: McpServerOptions): void {
  refuseUnknownOptions(options, KNOWN)
  const { transport, authProvider, authorizationCode, authorizationResponse } = options
  if (transport !== undefined && transport !== 'streamable-http' && transport !== 'sse') {
    throw invalidOption('transport', 'it is neither streamable-http nor sse')
  }
  refuseTogether({ authorizationResponse, authorizationCode })
  if (authProvider !== undefined) {
    if (typeof authProvider !== 'object' || authProvider === null || !(AUTHORIZE in authProvider)) {
      throw invalidOption('authProvider', 'it was made by no function of this package')
    }
    return
  }
  if (authorizationCode !== undefined) throw invalidOption('authorizationCode', 'there is no authProvider to use it')
  if (authorizationResponse !== undefined) throw invalidOption('authorizationResponse', 'there is no authProvider to use it')
}
