import { dynamicClientRegistrationRequest } from 'oauth4webapi'
import type { AuthorizationServer } from 'oauth4webapi'
import { GovernedError, isGovernedError } from '@b10x/ports/errors'
import { isLoopback } from '../address/check-address.ts'
import { overExchange } from '../http/library-fetch.ts'
import { parseObject } from '../http/parse-object.ts'
import type { SendRequest } from '../http/send-request.ts'
import { allowsRefresh } from '../scopes/select-scopes.ts'
import type { StoredRegistration } from '../state/stored-state.ts'

/** What a registration says about us. */
export interface RegistrationFacts {
  readonly redirectUrl: string
  readonly clientName: string | null
}

/**
 * Dynamic client registration (RFC 7591), with the `application_type` that MCP 2026-07-28 demands.
 * @throws GovernedError `client_registration_failed`, `redirect_denied`
 */
export async function registerClient(
  send: SendRequest,
  metadata: AuthorizationServer,
  facts: RegistrationFacts,
  signal?: AbortSignal
): Promise<StoredRegistration> {
  if (metadata.registration_endpoint === undefined) throw failed('not_offered')
  const response = await request(send, metadata, facts, signal)
  if (response.status >= 400) throw failed('refused')
  const answer = response.status === 201 || response.status === 200 ? parseObject(await response.text()) : null
  if (answer === null || response.headers.get('content-type') !== 'application/json') throw failed('response_invalid')
  const { client_id: clientId, client_secret: secret, client_secret_expires_at: expires, token_endpoint_auth_method: method } = answer
  if (!isText(clientId)) throw failed('response_invalid')
  if ((secret !== undefined && !isText(secret)) || (method !== undefined && !isText(method))) throw failed('response_invalid')
  // RFC 7591, 3.2.1 demands it beside a secret; servers leave it out, and then nothing is known to expire.
  if (expires !== undefined && (typeof expires !== 'number' || !(expires >= 0))) throw failed('response_invalid')
  return {
    clientId,
    redirectUrl: facts.redirectUrl,
    ...(secret === undefined ? {} : { clientSecret: secret }),
    ...(secret === undefined || expires === undefined || expires === 0 ? {} : { secretExpiresAt: expires * 1000 }),
    ...(method === undefined ? {} : { authMethod: method })
  }
}

async function request(
  send: SendRequest,
  metadata: AuthorizationServer,
  facts: RegistrationFacts,
  signal?: AbortSignal
): Promise<Response> {
  const client = {
    redirect_uris: [facts.redirectUrl],
    ...(facts.clientName === null ? {} : { client_name: facts.clientName }),
    grant_types: allowsRefresh(metadata) ? ['authorization_code', 'refresh_token'] : ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: chooseMethod(metadata),
    application_type: isNative(facts.redirectUrl) ? 'native' : 'web'
  }
  const explain = ({ fault, cause }: { readonly fault: string; readonly cause: unknown }): GovernedError =>
    failed(fault === 'unreachable' ? 'refused' : 'response_invalid', cause)
  try {
    const over = overExchange(send, String(metadata.registration_endpoint), explain, signal)
    return await dynamicClientRegistrationRequest(metadata, client, over)
  } catch (error) {
    signal?.throwIfAborted()
    throw isGovernedError(error) ? error : failed('response_invalid')
  }
}

/** Public where that is possible: a secret that nobody has cannot leak. */
function chooseMethod(metadata: AuthorizationServer): string {
  const listed = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return ['none', 'client_secret_basic', 'client_secret_post'].find((method) => listed.includes(method)) ?? 'none'
}

/** OpenID Connect Dynamic Client Registration 1.0, 2: `native` for loopback and for schemes of an application. */
function isNative(redirectUrl: string): boolean {
  const url = new URL(redirectUrl)
  return (url.protocol !== 'https:' && url.protocol !== 'http:') || isLoopback(url.hostname)
}

/** It goes into headers and forms: printable, and not endless. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,4096}$/.test(value)
}

function failed(reason: 'not_offered' | 'refused' | 'response_invalid', cause?: unknown): GovernedError {
  return new GovernedError('client_registration_failed', { reason }, cause === undefined ? {} : { cause })
}
