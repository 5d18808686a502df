import { createAuthorizationCodeFlow, createClientCredentialsFlow } from '@b10x/mcp-oauth'
import type { AuthorizationCodeOptions, ClientCredentialsOptions, OAuthFlow, OAuthStateStore, OAuthTarget } from '@b10x/mcp-oauth'
import type { HttpAuthorization } from '@b10x/ports'
import { invalidOption, refuseTogether, refuseUnknownOptions } from '../admission/invalid-option.ts'
import { storeOverFunctions } from './store-over-functions.ts'
import type { StateFunctions } from './store-over-functions.ts'

/** The key of a provider's content. It is not exported from the package. */
export const AUTHORIZE: unique symbol = Symbol('authorize')

/**
 * A way to get credentials, for `authProvider`. Opaque: nothing in it can be read, and no secret is shown by
 * `util.inspect` or JSON. One provider may serve several connections to one server.
 */
export interface McpAuthProvider {
  readonly [AUTHORIZE]: (target: OAuthTarget) => HttpAuthorization
}

export interface McpClientCredentialsOptions extends Loosely<ClientCredentialsOptions> {
  readonly clientId: string
  /** The reviewed `resource` (RFC 8707), sent exactly like this. Default: the address of the server. */
  readonly resource?: string | undefined
}

export interface McpAuthorizationCodeOptions extends Loosely<Omit<AuthorizationCodeOptions, 'store'>>, Loosely<StateFunctions> {
  readonly redirectUrl: string | URL
  readonly onAuthorizationUrl: (url: URL) => void | Promise<void>
  /** A store that can compare and set in one step, instead of `loadState` and `saveState`: better where processes share it. */
  readonly store?: OAuthStateStore | undefined
  /** The reviewed `resource` (RFC 8707), sent exactly like this. Default: the address of the server. */
  readonly resource?: string | undefined
}

/**
 * Credentials of this program itself (OAuth 2.1 client credentials). The tokens are kept in memory unless there is a
 * `store`, and renewed when they run out or are refused.
 * @throws GovernedError `option_invalid`
 */
export function createMcpClientCredentialsAuth(options: McpClientCredentialsOptions): McpAuthProvider {
  refuseUnknownOptions(options, ['algorithm', 'clientId', 'clientSecret', 'issuer', 'keyId', 'privateKey', 'resource', 'scope', 'store'])
  const { resource, ...flow } = options
  if (typeof flow.clientId !== 'string' || flow.clientId === '') throw invalidOption('clientId', 'it is no text, or empty')
  refuseTogether({ clientSecret: flow.clientSecret, privateKey: flow.privateKey })
  return provide(createClientCredentialsFlow(given(flow)), resource)
}

/**
 * Credentials of a user (OAuth 2.1 authorization code with PKCE S256). Where there are none, `onAuthorizationUrl` is
 * called once and connecting rejects with `authorization_required`; connect again with the response of the callback. The
 * state is a secret from end to end: keep it encrypted on the server, and out of prompts, memories, jobs and transcripts.
 * @throws GovernedError `option_invalid`
 */
export function createMcpAuthorizationCodeAuth(options: McpAuthorizationCodeOptions): McpAuthProvider {
  refuseUnknownOptions(options, [
    'clientId', 'clientMetadataUrl', 'clientName', 'clientSecret', 'issuer', 'loadState', 'onAuthorizationUrl', 'redirectUrl',
    'resource', 'saveState', 'scopes', 'store'
  ])
  const { resource, loadState, saveState, store, ...flow } = options
  if (typeof flow.onAuthorizationUrl !== 'function') throw invalidOption('onAuthorizationUrl', 'it is no function')
  return provide(createAuthorizationCodeFlow({ ...given(flow), store: chooseStore(store, loadState, saveState) }), resource)
}

function chooseStore(
  store: OAuthStateStore | undefined,
  loadState: StateFunctions['loadState'] | undefined,
  saveState: StateFunctions['saveState'] | undefined
): OAuthStateStore {
  refuseTogether({ store, loadState })
  refuseTogether({ store, saveState })
  if (store !== undefined) return store
  if (loadState === undefined) throw invalidOption('loadState', 'there is neither it nor a store')
  if (saveState === undefined) throw invalidOption('saveState', 'there is neither it nor a store')
  return storeOverFunctions({ loadState, saveState })
}

function provide(flow: OAuthFlow, resource: string | undefined): McpAuthProvider {
  const authorize = (target: OAuthTarget): HttpAuthorization => flow.authorize(resource === undefined ? target : { ...target, resource })
  return Object.freeze({ [AUTHORIZE]: authorize })
}

/** `process.env.X` and the like may be undefined: that is the same as absent. */
type Loosely<T> = { readonly [K in keyof T]?: T[K] | undefined }

type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> }

function given<T extends object>(options: T): Given<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given<T>
}
