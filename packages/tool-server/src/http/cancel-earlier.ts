import type { JsonObject, Principal } from '@b10x/ports'
import { ownMember } from '../protocol/json-members.ts'
import { idText } from '../protocol/read-message.ts'
import type { HttpServerState } from './http-server-state.ts'

/**
 * `notifications/cancelled` of the handshake revisions. There are no sessions, so a call is known by who made it and its
 * id; where that names two calls, neither is cancelled. Calls of 2026-07-28 are not kept here: hanging up cancels them.
 */
export function cancelEarlier(state: HttpServerState, message: { readonly method: string; readonly params: JsonObject }, principal: Principal | null): void {
  if (message.method !== 'notifications/cancelled') return
  const given = ownMember(message.params, 'requestId')
  const id = given === undefined ? null : idText(given)
  if (id === null) return
  const calls = state.cancellable.get(ownerKey(principal, id)) ?? []
  if (calls.length === 1) calls[0]?.cancel()
}

export function ownerKey(principal: Principal | null, id: string): string {
  if (principal === null) return id
  const { issuer = null, clientId = null, tenantId = null, subject } = principal
  return JSON.stringify([issuer, clientId, tenantId, subject, id])
}
