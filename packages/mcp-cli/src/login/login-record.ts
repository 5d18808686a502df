import type { OAuthState } from '@b10x/mcp-oauth'
import type { OAuthClientOptions } from '../arguments/invocation.ts'

/** How the client of a login is known, so that later commands renew its tokens as the same client. No secret is in it. */
export interface LoginClient extends OAuthClientOptions {
  readonly redirectUrl: string
}

export interface Login {
  readonly client: LoginClient
  /** Tokens, and what else mcp-oauth wants to find again. Secret. */
  readonly state: OAuthState
}

/** What a file holds; after a logout no login. */
export interface LoginRecord {
  readonly format: 'b10x.cli-login.v1'
  readonly endpoint: string
  readonly login: Login | null
}

/** Null where the text is no record for that endpoint. What is inside of the state is for mcp-oauth to judge. */
export function parseLoginRecord(text: string, endpoint: string): LoginRecord | null {
  let record: unknown
  try {
    record = JSON.parse(text)
  } catch {
    return null
  }
  if (!isObject(record) || record['format'] !== 'b10x.cli-login.v1' || record['endpoint'] !== endpoint) return null
  const { login } = record
  const isRecord = login === null || (isObject(login) && isClient(login['client']) && isObject(login['state']))
  return isRecord ? (record as unknown as LoginRecord) : null
}

function isClient(value: unknown): boolean {
  if (!isObject(value) || typeof value['redirectUrl'] !== 'string') return false
  const { clientId, clientSecretEnv, clientMetadataUrl, issuer, scopes } = value
  const texts = [clientId, clientSecretEnv, clientMetadataUrl, issuer]
  if (!texts.every((text) => text === null || typeof text === 'string')) return false
  return scopes === null || (Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string'))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
