import assert from 'node:assert/strict'
import { connect } from '@b10x/mcp-foundation'
import { createHttpExchange, httpTransport } from '@b10x/mcp-foundation/http'
import { createAuthorizationCodeFlow, createMemoryStateStore } from '@b10x/mcp-oauth'
import type { AuthorizationCodeOptions, OAuthFlow } from '@b10x/mcp-oauth'
import type { HttpAuthorization, HttpExchange } from '@b10x/ports'
import { hasCode } from '@b10x/ports/errors'
import { callEveryTool } from './call-every-tool.ts'

/** How the client is known to the authorization server; without anything it registers. */
export type ClientIdentity = Pick<AuthorizationCodeOptions, 'clientId' | 'clientSecret' | 'clientMetadataUrl' | 'issuer'>

export interface UserRun {
  /** How often the user was sent to an authorization server. */
  readonly visits: number
  readonly failure: unknown
}

/** Nobody listens there: the driver reads the address that the browser would be sent to. */
const REDIRECT_URL = 'http://127.0.0.1/callback'
const MOST_VISITS = 5
const ANSWER_MS = 10_000

/** Calls every tool. The user agrees whenever the client asks, and the client connects again with the answer. */
export async function runAsUser(address: string, identity: ClientIdentity): Promise<UserRun> {
  const exchange = createHttpExchange()
  const sentTo: URL[] = []
  const flow = createAuthorizationCodeFlow({
    ...identity,
    clientName: 'Conformance',
    redirectUrl: REDIRECT_URL,
    store: createMemoryStateStore(),
    onAuthorizationUrl: (url) => void sentTo.push(url)
  })
  try {
    let answer: URL | undefined
    for (let visits = 0; ; visits += 1) {
      const target = { endpoint: address, exchange, ...(answer === undefined ? {} : { authorizationResponse: answer }) }
      const failure = await failureOf(callAll(address, flow.authorize(target)))
      assert(sentTo.length <= visits + 1, 'the user was sent off twice by one connection')
      const next = sentTo[visits]
      if (!hasCode(failure, 'authorization_required') || next === undefined || visits === MOST_VISITS) return { visits, failure }
      answer = await followAuthorization(next, exchange)
    }
  } finally {
    await exchange.close()
  }
}

/** Calls every tool. Nobody is asked. */
export async function runAsMachine(address: string, flow: OAuthFlow): Promise<void> {
  const exchange: HttpExchange = createHttpExchange()
  try {
    await callAll(address, flow.authorize({ endpoint: address, exchange }))
  } finally {
    await exchange.close()
  }
}

async function callAll(address: string, authorization: HttpAuthorization): Promise<void> {
  const client = await connect(httpTransport(address, { authorization }))
  try {
    // We negotiate as every user does; the suite says what has to come out.
    assert.equal(client.protocolVersion, process.env['MCP_CONFORMANCE_PROTOCOL_VERSION'])
    await callEveryTool(client)
  } finally {
    await client.close()
  }
}

function failureOf(work: Promise<void>): Promise<unknown> {
  return work.then(() => null, (error: unknown) => error)
}

/** The suite's authorization endpoint asks nobody and sends the browser on at once. */
async function followAuthorization(url: URL, exchange: HttpExchange): Promise<URL> {
  let location: string | undefined
  const request = { method: 'GET', url: url.href, headers: [], body: null, signal: AbortSignal.timeout(ANSWER_MS), onDispatch: () => {} } as const
  await exchange.exchange(request, {
    onHead: (_, headers) => void (location = headers.find(([name]) => name === 'location')?.[1]),
    onChunk: () => false
  })
  assert(location !== undefined)
  return new URL(location)
}
