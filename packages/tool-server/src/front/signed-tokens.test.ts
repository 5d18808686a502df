import { expect, it } from 'vitest'
import { portOf } from '../__fixtures__/example-port.ts'
import { sendLegacy, sendModern } from '../__fixtures__/post.ts'
import { createSigningKey, signToken } from '../__fixtures__/signing-keys.ts'
import { jwtAuthenticator } from '../authenticators/jwt-authenticator.ts'
import { createToolServer } from '../create-tool-server.ts'
import { listen } from './listen.ts'

const ISSUER = 'https://as.example'
const RESOURCE = 'https://mcp.example/mcp'
const KEY = createSigningKey('one')
const HEADER = { alg: 'ES256', typ: 'at+jwt', kid: 'one' }
const CLAIMS = { iss: ISSUER, aud: RESOURCE, sub: 'alice', tid: 'acme', exp: Math.floor(Date.now() / 1000) + 600 }
const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
const GOOD = signToken(KEY, HEADER, CLAIMS)

it('of somebody else, of another time or of nobody are refused before any tool, in both eras; a good one says whose call it is', async () => {
  const refused = {
    'another audience': signToken(KEY, HEADER, { ...CLAIMS, aud: 'https://other.example/mcp' }),
    'another issuer': signToken(KEY, HEADER, { ...CLAIMS, iss: 'https://evil.example' }),
    expired: signToken(KEY, HEADER, { ...CLAIMS, exp: CLAIMS.exp - 1200 }),
    'alg none': `${encode({ ...HEADER, alg: 'none' })}.${encode(CLAIMS)}.`,
    'another key': signToken(createSigningKey('one'), HEADER, CLAIMS),
    'another tenant than one': signToken(KEY, HEADER, { ...CLAIMS, tid: undefined })
  }
  const port = portOf({ echo: {} })
  const authenticate = jwtAuthenticator({ issuer: ISSUER, audience: RESOURCE, algorithms: ['ES256'], jwks: { keys: [KEY.jwk] }, tenantClaim: 'tid' })
  const listening = await listen(createToolServer(port, { name: 'signed', version: '1', authenticate, resource: RESOURCE }))
  try {
    for (const [what, token] of Object.entries(refused)) {
      for (const ask of [sendModern, sendLegacy]) {
        expect([what, (await ask(listening.url, 'tools/call', { name: 'echo' }, { authorization: `Bearer ${token}` })).status]).toEqual([what, 401])
      }
    }
    expect((await sendModern(`${listening.url}?access_token=${GOOD}`, 'tools/call', { name: 'echo' })).status).toBe(401)
    expect(port.calls).toEqual([])
    for (const ask of [sendModern, sendLegacy]) expect((await ask(listening.url, 'tools/call', { name: 'echo' }, { authorization: `Bearer ${GOOD}` })).status).toBe(200)
    expect(port.calls.map(({ context: { actor, tenantId } }) => [actor, tenantId])).toEqual([['alice', 'acme'], ['alice', 'acme']])
  } finally {
    await listening.close()
  }
})
