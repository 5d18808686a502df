import { inspect } from 'node:util'
import type { AuthenticationAnswer, AuthenticationRequest, Authenticator, CallContext } from '@b10x/ports'
import { describe, expect, it } from 'vitest'
import { EXAMPLES, portOf } from '../__fixtures__/example-port.ts'
import { send, sendLegacy, sendModern } from '../__fixtures__/post.ts'
import { startIssuer } from '../__fixtures__/start-issuer.ts'
import { introspectionAuthenticator } from '../authenticators/introspection-authenticator.ts'
import { jwtAuthenticator } from '../authenticators/jwt-authenticator.ts'
import { staticTokenAuthenticator } from '../authenticators/static-token-authenticator.ts'
import { createToolServer } from '../create-tool-server.ts'
import type { ToolServer } from '../tool-server.ts'
import { listen } from './listen.ts'

const TOKEN = 'Canary-7f3a-Token'
const SECRET = 'Canary-9c1d-Secret'

/** Everything that can be seen of a value: texts, JSON, what inspection shows of hidden members, the whole chain of causes. */
function sweep(value: unknown): string {
  const seen = [inspect(value, { depth: 20, showHidden: true, customInspect: false }), inspect(value, { depth: 20 }), String(value)]
  for (let error = value; error instanceof Error; error = error.cause) seen.push(error.message, String(error.stack), inspect(error, { depth: 20, showHidden: true, customInspect: false }))
  return `${seen.join('\n')}${JSON.stringify(value) ?? ''}`
}

/** The secret as it is and in the forms that it travels in. */
function expectNothingOf(secret: string, text: string): void {
  const bytes = Buffer.from(secret)
  const forms = [secret, bytes.toString('base64').slice(0, -3), bytes.toString('base64url'), bytes.toString('hex'), encodeURIComponent(secret), [...secret].reverse().join('')]
  expect(forms.filter((form) => text.includes(form))).toEqual([])
}

interface Seen {
  readonly contexts: readonly CallContext[]
  readonly reported: readonly unknown[]
  readonly answers: readonly unknown[]
  readonly server: ToolServer
}

/** Comes in well and badly, calls every tool, and keeps all that anybody but the authenticator gets to see. */
async function visit(authenticate: Authenticator['authenticate']): Promise<Seen> {
  const { wait: _wait, ...quick } = EXAMPLES
  const port = portOf(quick)
  const reported: unknown[] = []
  const server = createToolServer(port, { name: 'swept', version: '1', authenticate: { authenticate }, resource: 'https://mcp.example.com/mcp', scopes: { call: 'none.of.these' }, onError: (error) => void reported.push(error) })
  const open = createToolServer(port, { name: 'swept', version: '1', authenticate: { authenticate }, onError: (error) => void reported.push(error) })
  const answers: unknown[] = []
  for (const one of [server, open]) {
    const listening = await listen(one)
    try {
      const authorization = `Bearer ${TOKEN}`
      for (const name of ['echo', 'failing', 'throwing', 'picture', 'missing']) {
        for (const ask of [sendModern, sendLegacy]) answers.push(await ask(listening.url, 'tools/call', { name, arguments: name === 'echo' ? { text: 'hi' } : {} }, { authorization }))
      }
      answers.push(await send(`${listening.url}?access_token=${TOKEN}`, {}), await send(listening.url, { headers: { authorization: `Bearer ${TOKEN} ${TOKEN}` } }))
      answers.push(await send(listening.url, { headers: { authorization }, body: '{' }), await sendModern(listening.url, 'tools/list', {}, { authorization, host: 'evil.test' }))
    } finally {
      await listening.close()
    }
  }
  return { contexts: port.calls.map(({ context }) => context), reported, answers, server }
}

describe('the token goes no further than the authenticator', () => {
  it.each<[string, Authenticator['authenticate']]>([
    ['one that takes it', () => ({ subject: 'alice', scopes: [] })],
    ['one that says more than it is asked', (request) => ({ subject: 'alice', scopes: [], token: request.token, raw: request.header('authorization') }) as never],
    ['one that does not take it', async (): Promise<AuthenticationAnswer> => 'invalid'],
    ['one that cannot say', () => 'unavailable'],
    ['one that throws it', ({ token }) => { throw Object.assign(new Error(`bad ${token}`), { token, cause: new Error(String(token)) }) }],
    ['one that rejects with it', ({ token }) => Promise.reject(new Error(`bad ${token}`))]
  ])('with %s', async (_name, authenticate) => {
    const requests: AuthenticationRequest[] = []
    const seen = await visit((request) => {
      requests.push(request)
      return authenticate(request)
    })
    expect(requests.length).toBeGreaterThan(0)
    expect(requests.every(({ token }) => token === TOKEN)).toBe(true)
    expectNothingOf(TOKEN, [seen.contexts, seen.reported, seen.answers, seen.server, { ...requests[0] }, requests].map(sweep).join('\n') + seen.reported.map(sweep).join('\n'))
  })
})

describe('an authenticator of ours shows no secret', () => {
  it('when it is inspected, or fails', async () => {
    const echo = await startIssuer(({ text, authorization }) => ({ status: 500, text: `${text} ${authorization}` }))
    const asked = [
      staticTokenAuthenticator({ [TOKEN]: { subject: 'alice', scopes: [] } }),
      introspectionAuthenticator({ endpoint: echo.url, clientId: 'me', clientSecret: SECRET, audience: 'me', issuer: 'https://as.example', cacheMs: 1000 }),
      jwtAuthenticator({ issuer: 'https://as.example', audience: 'me', algorithms: ['ES256'], jwksUri: echo.url })
    ]
    const claims = Buffer.from(JSON.stringify({ iss: 'https://as.example', [TOKEN]: TOKEN })).toString('base64url')
    const header = Buffer.from('{"alg":"ES256","typ":"at+jwt"}').toString('base64url')
    const tokens = [TOKEN, TOKEN, `${header}.${claims}.AAAA`]
    const failures: unknown[] = []
    for (const [index, one] of asked.entries()) {
      const request = { token: tokens[index] ?? null, header: () => null, signal: new AbortController().signal }
      await Promise.resolve(one.authenticate(request)).catch((error: unknown) => failures.push(error))
    }
    await echo.close()
    expect(failures.length).toBe(2)
    const text = [...failures, ...asked].map(sweep).join('\n')
    expectNothingOf(TOKEN, text)
    expectNothingOf(SECRET, text)
    expect(text).not.toContain(claims)
    for (const one of asked) if ('close' in one) await (one as { close(): Promise<void> }).close()
  })

  it('in the refusal of a token that is too short', () => {
    let thrown: unknown
    try {
      staticTokenAuthenticator({ 'Canary-7f3a': { subject: 'alice', scopes: [] } })
    } catch (error) {
      thrown = error
    }
    expect(thrown).toMatchObject({ code: 'option_invalid' })
    expectNothingOf('Canary-7f3a', sweep(thrown))
  })
})
