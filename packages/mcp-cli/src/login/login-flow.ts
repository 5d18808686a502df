import { createAuthorizationCodeFlow } from '@b10x/mcp-oauth'
import type { OAuthFlow, OAuthStateStore } from '@b10x/mcp-oauth'
import { GovernedError } from '@b10x/ports/errors'
import type { CliIo } from '../cli-io.ts'
import type { LoginClient } from './login-record.ts'

export interface LoginFlowOptions {
  readonly client: LoginClient
  readonly store: OAuthStateStore
  readonly env: CliIo['env']
  readonly onAuthorizationUrl: (url: URL) => void
}

/**
 * The OAuth flow of a login, with the client's secret out of the environment.
 * @throws GovernedError `variable_missing`, `option_invalid`
 */
export function loginFlow({ client, store, env, onAuthorizationUrl }: LoginFlowOptions): OAuthFlow {
  const { redirectUrl, clientId, clientSecretEnv, clientMetadataUrl, issuer, scopes } = client
  return createAuthorizationCodeFlow({
    redirectUrl,
    store,
    onAuthorizationUrl,
    clientName: 'b10x-mcp',
    ...(clientId === null ? {} : { clientId }),
    ...(clientSecretEnv === null ? {} : { clientSecret: readSecret(clientSecretEnv, env) }),
    ...(clientMetadataUrl === null ? {} : { clientMetadataUrl }),
    ...(issuer === null ? {} : { issuer }),
    ...(scopes === null ? {} : { scopes })
  })
}

function readSecret(name: string, env: CliIo['env']): string {
  const value = Object.hasOwn(env, name) ? env[name] : undefined
  if (value === undefined || value === '') throw new GovernedError('variable_missing', { names: [name] })
  return value
}
