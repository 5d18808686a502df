// FLOW: listen, meet the challenge of the server, show where to go, wait for the browser, redeem the answer, tell.
import { connect } from '@b10x/mcp-foundation'
import { createHttpExchange } from '@b10x/mcp-foundation/http'
import type { OAuthAuthorization } from '@b10x/mcp-oauth'
import { hasCode } from '@b10x/ports/errors'
import type { AuthInvocation, OAuthClientOptions } from '../arguments/invocation.ts'
import type { CliIo } from '../cli-io.ts'
import { connectionBounds } from '../connection/connection-bounds.ts'
import { createTransport } from '../connection/create-transport.ts'
import type { LoginPlace } from '../login/find-login-place.ts'
import { watchSecrets } from '../login/known-secrets.ts'
import { listenForRedirect } from '../login/listen-for-redirect.ts'
import { loginFlow } from '../login/login-flow.ts'
import { startLoginDeadline } from '../login/login-deadline.ts'
import { attachOperatorText } from '../output/operator-text.ts'
import { escapeText } from '../output/escape-text.ts'
import type { Output } from '../output/output.ts'
import { renderLogin } from '../output/render-login.ts'

/** `auth login`: gets tokens and keeps them. Where usable ones are kept already, nobody is asked. */
export async function logIn(invocation: AuthInvocation, place: LoginPlace, io: CliIo, output: Output): Promise<number> {
  const { connection } = invocation
  const { endpoint, store, credentials } = place
  const kept = await store.read()
  using deadline = startLoginDeadline(connection.deadlineMs, io.signal)
  await using redirect = await listenForRedirect()
  const client = { ...chooseClient(invocation.client, kept?.client ?? null), redirectUrl: redirect.url }
  const watched = watchSecrets(store.stateOf(client))
  const sentTo: URL[] = []
  const flow = loginFlow({ client, store: watched.store, env: io.env, onAuthorizationUrl: (url) => void sentTo.push(url) })
  const exchange = createHttpExchange()
  const target = { endpoint, exchange, allowInsecureHosts: connection.allowInsecureHosts }
  const authorization = flow.authorize(target)
  try {
    const wasAsked = await meetChallenge(invocation, place, authorization, deadline.signal)
    const [url] = sentTo
    if (wasAsked && url !== undefined) {
      output.note(`To log in, open\n\n  ${escapeText(url.href)}\n\nand come back here. The answer is expected on ${redirect.url}`)
      const answer = await redirect.response(url.searchParams.get('state') ?? '', deadline.signal)
      await flow.authorize({ ...target, authorizationResponse: answer }).login(deadline.signal)
    }
    return renderLogin({ action: 'login', changed: wasAsked, status: await authorization.status() }, output)
  } catch (error) {
    throw attachOperatorText(error, { stderrTail: '', secrets: [...credentials.secrets, ...watched.secrets()] })
  } finally {
    await exchange.close()
  }
}

/** Options of the command line replace those of an earlier login as a whole. */
function chooseClient(given: OAuthClientOptions, kept: OAuthClientOptions | null): OAuthClientOptions {
  const isGiven = Object.values(given).some((value) => value !== null)
  return isGiven || kept === null ? given : kept
}

/** Lists the tools, as every other command would. True where the user has to say yes first. */
async function meetChallenge({ connection }: AuthInvocation, place: LoginPlace, authorization: OAuthAuthorization, signal: AbortSignal): Promise<boolean> {
  try {
    const transport = await createTransport(place.target, connection, place.credentials, authorization)
    const client = await connect(transport, { bounds: connectionBounds(connection), signal })
    try {
      await client.freeze({ signal })
    } finally {
      await client.close()
    }
    // The server answers without a token: whether it has an authorization server at all is for its metadata to say.
    if ((await authorization.status()).state !== 'authorized') await authorization.login(signal)
    return false
  } catch (error) {
    if (hasCode(error, 'authorization_required')) return true
    throw error
  }
}
