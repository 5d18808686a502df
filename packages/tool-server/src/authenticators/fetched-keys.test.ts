import { expectCode } from '@b10x/testkit'
import type { JsonObject } from '@b10x/ports'
import { describe, expect, it } from 'vitest'
import { ask } from '../__fixtures__/ask.ts'
import { createSigningKey, signToken } from '../__fixtures__/signing-keys.ts'
import type { SigningKey } from '../__fixtures__/signing-keys.ts'
import { startIssuer } from '../__fixtures__/start-issuer.ts'
import type { Issuer } from '../__fixtures__/start-issuer.ts'
import { jwtAuthenticator } from './jwt-authenticator.ts'
import type { ClosableAuthenticator } from './jwt-authenticator.ts'

const ISSUER = 'https://as.example'
const AUDIENCE = 'https://mcp.example/mcp'
const START = Date.UTC(2026, 0, 1)
const [ONE, TWO] = [createSigningKey('one'), createSigningKey('two')]

interface World extends AsyncDisposable {
  readonly issuer: Issuer
  readonly asked: ClosableAuthenticator
  now: number
  /** What the issuer says next. */
  said: { readonly status: number; readonly text: string }
}

async function startWorld(): Promise<World> {
  const world = {
    now: START,
    said: keySet(ONE)
  } as World
  const issuer = await startIssuer(() => world.said)
  const asked = jwtAuthenticator({ issuer: ISSUER, audience: AUDIENCE, algorithms: ['ES256'], jwksUri: issuer.url, clock: { now: () => world.now } })
  return Object.assign(world, {
    issuer,
    asked,
    async [Symbol.asyncDispose]() {
      await asked.close()
      await issuer.close()
    }
  })
}

function keySet(...keys: readonly SigningKey[]): World['said'] {
  return { status: 200, text: JSON.stringify({ keys: keys.map(({ jwk }) => jwk) }) }
}

function tokenOf(key: SigningKey, { now }: World, kid: string = key.kid, more: JsonObject = {}): string {
  return signToken(key, { alg: 'ES256', typ: 'at+jwt', kid }, { iss: ISSUER, aud: AUDIENCE, sub: 'alice', exp: now / 1000 + 60, ...more })
}

describe('keys of an issuer', () => {
  it('are fetched with the first token, once for all that come with it', async () => {
    await using world = await startWorld()
    expect(world.issuer.arrivals.length).toBe(0)
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(world.asked, tokenOf(ONE, world))))
    expect(answers.every((answer) => typeof answer === 'object')).toBe(true)
    expect(world.issuer.arrivals).toMatchObject([{ method: 'GET', authorization: undefined, text: '' }])
  })

  it('are not fetched for a token that no issuer of ours gave', async () => {
    await using world = await startWorld()
    expect(await ask(world.asked, tokenOf(ONE, world, 'one', { iss: 'https://evil.example' }))).toBe('invalid')
    expect(world.issuer.arrivals.length).toBe(0)
  })

  it('change, and the next ones are taken without a restart', async () => {
    await using world = await startWorld()
    await ask(world.asked, tokenOf(ONE, world))
    world.said = keySet(TWO)
    world.now += 30_000
    expect(await ask(world.asked, tokenOf(TWO, world))).toMatchObject({ subject: 'alice' })
    expect(await ask(world.asked, tokenOf(ONE, world))).toBe('invalid')
    expect(world.issuer.arrivals.length).toBe(2)
  })

  it('are fetched once in a while for names that they do not have, however many come', async () => {
    await using world = await startWorld()
    await ask(world.asked, tokenOf(ONE, world))
    for (let flood = 0; flood < 50; flood += 1) expect(await ask(world.asked, tokenOf(ONE, world, `made-up-${flood}`))).toBe('invalid')
    expect(world.issuer.arrivals.length).toBe(1)
    world.now += 30_000
    await Promise.all(Array.from({ length: 50 }, (_, flood) => ask(world.asked, tokenOf(ONE, world, `made-up-${flood}`))))
    expect(world.issuer.arrivals.length).toBe(2)
    expect(await ask(world.asked, tokenOf(ONE, world))).toMatchObject({ subject: 'alice' })
  })

  it('are fetched again when they are old', async () => {
    await using world = await startWorld()
    await ask(world.asked, tokenOf(ONE, world))
    world.said = keySet(TWO)
    world.now += 599_999
    expect(await ask(world.asked, tokenOf(ONE, world))).toMatchObject({ subject: 'alice' })
    world.now += 1
    expect(await ask(world.asked, tokenOf(ONE, world))).toBe('invalid')
  })
})

describe('nobody is let in for want of keys', () => {
  it.each([
    ['an error of the server', { status: 500, text: keySet(ONE).text }],
    ['a redirect', { status: 302, text: keySet(ONE).text }],
    ['no JSON', { status: 200, text: 'keys' }],
    ['no key set', { status: 200, text: '{"keys":{}}' }],
    ['more than a key set may be', { status: 200, text: JSON.stringify({ keys: [ONE.jwk], more: 'x'.repeat(300_000) }) }]
  ])('%s', async (_name, said) => {
    await using world = await startWorld()
    world.said = said
    await expectCode(ask(world.asked, tokenOf(ONE, world)), 'authenticator_unavailable')
    // Not asked again at once, and not given up either.
    await expectCode(ask(world.asked, tokenOf(ONE, world)), 'authenticator_unavailable')
    expect(world.issuer.arrivals.length).toBe(1)
    world.said = keySet(ONE)
    world.now += 1_000
    expect(await ask(world.asked, tokenOf(ONE, world))).toMatchObject({ subject: 'alice' })
  })

  it('an issuer that is gone', async () => {
    await using world = await startWorld()
    await world.issuer.close()
    await expectCode(ask(world.asked, tokenOf(ONE, world)), 'authenticator_unavailable')
  })

  it('a private key in the set makes nothing of it usable', async () => {
    await using world = await startWorld()
    world.said = { status: 200, text: JSON.stringify({ keys: [{ ...ONE.privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256' }] }) }
    expect(await ask(world.asked, tokenOf(ONE, world))).toBe('invalid')
  })
})
