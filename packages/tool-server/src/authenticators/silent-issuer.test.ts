import { expectCode } from '@b10x/testkit'
import type { Authenticator, HttpExchange } from '@b10x/ports'
import { afterEach, expect, it, vi } from 'vitest'
import { ask } from '../__fixtures__/ask.ts'
import { createSigningKey, signToken } from '../__fixtures__/signing-keys.ts'
import { AUTHENTICATOR_BOUNDS } from './authenticator-bounds.ts'
import { introspectionAuthenticator } from './introspection-authenticator.ts'
import { jwtAuthenticator } from './jwt-authenticator.ts'

afterEach(() => {
  vi.useRealTimers()
})

const ISSUER = 'https://as.example'
const AUDIENCE = 'https://mcp.example/mcp'
const KEY = createSigningKey('one')
const TOKEN = signToken(KEY, { alg: 'ES256', typ: 'at+jwt', kid: 'one' }, { iss: ISSUER, aud: AUDIENCE, sub: 'alice', exp: Date.now() / 1000 + 600 })

/** Keeps the rule of the port for its signal, and sends the first half of an answer or nothing. */
function silentExchange(half: boolean): HttpExchange & { readonly asked: Promise<void> } {
  let begin!: () => void
  const asked = new Promise<void>((resolve) => (begin = resolve))
  return {
    asked,
    exchange: ({ signal }, sink) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
        if (half) {
          sink.onHead(200, [['content-type', 'application/json']])
          sink.onChunk(Buffer.from('{"keys":['))
        }
        begin()
      }),
    close: async () => undefined
  }
}

it.each<[string, boolean, (exchange: HttpExchange) => Authenticator]>([
  ['keys that never come', false, (exchange) => jwtAuthenticator({ issuer: ISSUER, audience: AUDIENCE, algorithms: ['ES256'], jwksUri: `${ISSUER}/keys`, exchange })],
  ['keys that never end', true, (exchange) => jwtAuthenticator({ issuer: ISSUER, audience: AUDIENCE, algorithms: ['ES256'], jwksUri: `${ISSUER}/keys`, exchange })],
  ['an answer that never comes', false, (exchange) => introspectionAuthenticator({ endpoint: `${ISSUER}/introspect`, clientId: 'me', clientSecret: 'introspection-secret', audience: AUDIENCE, issuer: ISSUER, exchange })]
])('O-02: nobody waits longer than the bound for %s, and nobody is let in', async (_what, half, create) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const exchange = silentExchange(half)
  let isOver = false
  const refused = expectCode(Promise.resolve(ask(create(exchange), TOKEN)), 'authenticator_unavailable').finally(() => (isOver = true))
  await exchange.asked
  await vi.advanceTimersByTimeAsync(AUTHENTICATOR_BOUNDS.fetchDeadlineMs - 1)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await refused
  expect(vi.getTimerCount()).toBe(0)
})
