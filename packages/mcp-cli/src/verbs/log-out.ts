import { createHttpExchange } from '@b10x/mcp-foundation/http'
import { hasCode } from '@b10x/ports/errors'
import type { AuthInvocation } from '../arguments/invocation.ts'
import type { CliIo } from '../cli-io.ts'
import type { LoginPlace } from '../login/find-login-place.ts'
import { startLoginDeadline } from '../login/login-deadline.ts'
import { loginFlow } from '../login/login-flow.ts'
import type { Login } from '../login/login-record.ts'
import type { Output } from '../output/output.ts'
import { NO_LOGIN, renderLogin } from '../output/render-login.ts'

/** How long the authorization server is asked to revoke tokens where the command line does not say. */
const REVOCATION_DEADLINE_MS = 10_000

/** `auth logout`: revokes the tokens where that is possible, and keeps nothing. */
export async function logOut(invocation: AuthInvocation, place: LoginPlace, io: CliIo, output: Output): Promise<number> {
  const login = await readAnyhow(place)
  if (login !== null) {
    try {
      if (login !== 'unreadable') await revoke(invocation, place, login, io)
    } finally {
      await place.store.forget()
    }
  }
  return renderLogin({ action: 'logout', changed: login !== null, status: NO_LOGIN }, output)
}

/** A file that holds no login is forgotten like one. */
async function readAnyhow({ store }: LoginPlace): Promise<Login | 'unreadable' | null> {
  try {
    return await store.read()
  } catch (error) {
    if (hasCode(error, 'oauth_state_invalid') && error.details.reason === 'format') return 'unreadable'
    throw error
  }
}

async function revoke({ connection }: AuthInvocation, { endpoint, store }: LoginPlace, { client: known }: Login, io: CliIo): Promise<void> {
  const { clientSecretEnv } = known
  const isSet = clientSecretEnv !== null && Object.hasOwn(io.env, clientSecretEnv) && io.env[clientSecretEnv] !== ''
  const client = { ...known, clientSecretEnv: isSet ? clientSecretEnv : null }
  using deadline = startLoginDeadline(connection.deadlineMs ?? REVOCATION_DEADLINE_MS, io.signal)
  const exchange = createHttpExchange()
  try {
    const flow = loginFlow({ client, store: store.stateOf(client), env: io.env, onAuthorizationUrl: () => undefined })
    await flow.authorize({ endpoint, exchange, allowInsecureHosts: connection.allowInsecureHosts }).logout(deadline.signal)
  } catch (error) {
    // What is kept here goes in any case; only the user ends the command.
    if (io.signal.aborted) throw error
  } finally {
    await exchange.close()
  }
}
