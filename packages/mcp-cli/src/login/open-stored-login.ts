import type { HttpAuthorization } from '@b10x/ports'
import type { ConnectionOptions } from '../arguments/invocation.ts'
import type { CliIo } from '../cli-io.ts'
import type { HttpTarget } from '../target/server-target.ts'
import { loginStore } from './login-store.ts'
import { stateFolder } from './state-folder.ts'

/** What `auth login` left for a server, ready to be used. */
export interface StoredLogin {
  readonly authorization: HttpAuthorization
  /** `oauth:HOST` with the host of the authorization server: whose tokens they are, the same after every login. */
  readonly label: string
  secrets(): readonly string[]
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Null where nobody is logged in. Tokens are renewed in the store as they are used; where that needs the user, requests
 * fail `authorization_required`. Without a login neither mcp-oauth nor undici is loaded.
 * @throws GovernedError `oauth_state_invalid`, `variable_missing`, `option_invalid`, `endpoint_invalid`
 */
export async function openStoredLogin(target: HttpTarget, options: ConnectionOptions, env: CliIo['env']): Promise<StoredLogin | null> {
  const folder = stateFolder(env)
  if (folder === null || !URL.canParse(target.url)) return null
  const endpoint = new URL(target.url).href
  const store = loginStore(folder, endpoint)
  const login = await store.read()
  if (login === null) return null
  const { client } = login
  const [{ loginFlow }, { watchSecrets }, { createHttpExchange }] = await Promise.all([
    import('./login-flow.ts'),
    import('./known-secrets.ts'),
    import('@b10x/mcp-foundation/http')
  ])
  const watched = watchSecrets(store.stateOf(client))
  const flow = loginFlow({ client, store: watched.store, env, onAuthorizationUrl: () => undefined })
  const exchange = createHttpExchange()
  const authorization = flow.authorize({ endpoint, exchange, allowInsecureHosts: options.allowInsecureHosts })
  const { state, issuer } = await authorization.status()
  if (state !== 'authorized' || issuer === null) {
    await exchange.close()
    return null
  }
  const clientSecret = client.clientSecretEnv === null ? [] : [env[client.clientSecretEnv] ?? '']
  return {
    authorization,
    label: `oauth:${new URL(issuer).host}`,
    secrets: () => [...watched.secrets(), ...clientSecret],
    [Symbol.asyncDispose]: () => exchange.close()
  }
}
