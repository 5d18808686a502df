// Tokens that are not for this server, and what they reach: nothing.
import { defineJob, startDevServer } from '@b10x/harness-server'
import type { DevServer, RunContext } from '@b10x/harness-server'
import { jwtAuthenticator } from '@b10x/tool-server'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { FOUNDATION } from '../__fixtures__/callers.ts'

// Real servers on a busy machine; nothing here waits for time to pass.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const ISSUER = 'https://login.example.com'
const RESOURCE = 'https://agents.example.com/mcp'
const CLAIMS = { sub: 'user:alice', iss: ISSUER, aud: RESOURCE, scope: 'mcp:invoke', tenant: 'acme', client_id: 'desk', jti: '1' }
const now = Math.floor(Date.now() / 1000)

const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
const other = await generateKeyPair('ES256')

const sign = (claims: object, key = privateKey, header: object = {}): Promise<string> =>
  new SignJWT({ ...CLAIMS, iat: now, exp: now + 600, ...claims }).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'signing', ...header }).sign(key)

const seen: RunContext[] = []
let server: DevServer

beforeAll(async () => {
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'signing', alg: 'ES256', use: 'sig' }] } as Parameters<typeof jwtAuthenticator>[0]['jwks']
  server = await startDevServer({
    authenticate: jwtAuthenticator({ issuer: ISSUER, ...(jwks === undefined ? {} : { jwks }), audience: RESOURCE, algorithms: ['ES256'], tenantClaim: 'tenant' }),
    jobs: [defineJob({ name: 'sweep', description: 'Counts.', inputSchema: { type: 'object' }, run: (_input, context) => void seen.push(context) })],
    mcp: { enabled: true, exposeJobs: true, resource: RESOURCE, authorizationServers: [ISSUER] }
  })
})
afterAll(() => server?.close())

async function statusWith(token: string, place: 'header' | 'query' = 'header'): Promise<number> {
  const response = await fetch(place === 'header' ? server.url : `${server.url}?access_token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...(place === 'header' ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'job_sweep', arguments: {} } })
  })
  await response.arrayBuffer()
  return response.status
}

describe('a token', () => {
  it('that is good gives its subject and its tenant to what runs', async () => {
    seen.length = 0
    await using caller = await FOUNDATION.open(server.url, await sign({}))
    await caller.call('job_sweep')
    expect(seen).toMatchObject([{ actor: 'user:alice', tenantId: 'acme' }])
  })

  it.each<[string, () => Promise<string> | string]>([
    ['for another resource', () => sign({ aud: 'https://other.example.com/mcp' })],
    ['for no resource', () => sign({ aud: undefined })],
    ['that is over', () => sign({ exp: now - 600 })],
    ['without an end', () => sign({ exp: undefined })],
    ['of another issuer', () => sign({ iss: 'https://evil.example.com' })],
    ['with the key of another', () => sign({}, other.privateKey)],
    ['without a signature', () => new UnsecuredJWT({ ...CLAIMS, exp: now + 600 }).encode()],
    ['of another type', () => sign({}, privateKey, { typ: 'JWT' })],
    ['without a tenant', () => sign({ tenant: undefined })]
  ])('%s is refused before anything runs', async (_what, make) => {
    seen.length = 0
    expect(await statusWith(await make())).toBe(401)
    expect(seen).toEqual([])
  })

  it('in the address is none', async () => {
    seen.length = 0
    expect(await statusWith(await sign({}), 'query')).toBe(401)
    expect(seen).toEqual([])
  })

  it('without the scope is told which one is needed', async () => {
    seen.length = 0
    expect(await statusWith(await sign({ scope: 'mcp:other' }))).toBe(403)
    expect(await statusWith(await sign({ scope: 'mcp:invoke.more' }))).toBe(403)
    expect(seen).toEqual([])
  })
})
