import { createHttpExchange } from '@b10x/mcp-foundation/http'
import type { OAuthStatus } from '@b10x/mcp-oauth'
import type { AuthInvocation } from '../arguments/invocation.ts'
import type { CliIo } from '../cli-io.ts'
import type { LoginPlace } from '../login/find-login-place.ts'
import { loginFlow } from '../login/login-flow.ts'
import type { Output } from '../output/output.ts'
import { NO_LOGIN, renderLogin } from '../output/render-login.ts'

/** `auth status`: what is kept for the server. Nothing is sent. Exit 1 where nobody is logged in. */
export async function showLogin(invocation: AuthInvocation, place: LoginPlace, io: CliIo, output: Output): Promise<number> {
  return renderLogin({ action: 'status', changed: false, status: await readLogin(invocation, place, io) }, output)
}

async function readLogin({ connection }: AuthInvocation, { endpoint, store }: LoginPlace, io: CliIo): Promise<OAuthStatus> {
  const login = await store.read()
  if (login === null) return NO_LOGIN
  // Whether the secret is set is of no interest here.
  const client = { ...login.client, clientSecretEnv: null }
  const flow = loginFlow({ client, store: store.stateOf(client), env: io.env, onAuthorizationUrl: () => undefined })
  const exchange = createHttpExchange()
  try {
    return await flow.authorize({ endpoint, exchange, allowInsecureHosts: connection.allowInsecureHosts }).status()
  } finally {
    await exchange.close()
  }
}
