import type { Clock } from '@b10x/ports'
import type { AddressPolicy } from '../address/check-address.ts'
import type { ClientSettings } from '../client/find-client.ts'
import type { SendRequest } from '../http/send-request.ts'
import type { StateAccess } from '../state/state-access.ts'
import type { StoredServer, StoredTokens } from '../state/stored-state.ts'

/** How a flow gets tokens: with the client's credentials, or through a user. */
export type Obtaining =
  | { readonly kind: 'client_credentials' }
  | { readonly kind: 'authorization_code'; readonly redirectUrl: string; readonly onAuthorizationUrl: (url: URL) => void | Promise<void> }

/** What a flow was made with. */
export interface FlowSettings {
  readonly obtaining: Obtaining
  readonly client: ClientSettings
  readonly scopes: readonly string[] | null
  readonly issuer: string | null
}

/** One flow, for one server. */
export interface Session {
  readonly settings: FlowSettings
  readonly endpoint: string
  readonly reviewedResource: string | null
  readonly addresses: AddressPolicy
  readonly send: SendRequest
  readonly state: StateAccess
  readonly clock: Clock
  readonly persist: (save: () => Promise<unknown>) => Promise<void>
  /** The user was sent off by this session, and nothing has come of it yet. */
  readonly userWasAsked: () => boolean
}

/** The tokens that this session may use: those of the client that is configured now. */
export function tokensOf(session: Session, server: StoredServer): StoredTokens | null {
  const { tokens } = server
  const { configured } = session.settings.client
  if (tokens === undefined || (configured !== null && configured.clientId !== tokens.client.clientId)) return null
  return session.settings.issuer !== null && session.settings.issuer !== tokens.issuer ? null : tokens
}
