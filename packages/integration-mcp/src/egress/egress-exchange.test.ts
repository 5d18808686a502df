import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import type { HttpRequest, HttpResponseSink, Secret, SecretStore } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { createMemorySeal, createMemorySecretStore, expectCode } from '@b10x/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLoopbackEgress } from '../__fixtures__/loopback-egress.ts'
import type { LoopbackEgress } from '../__fixtures__/loopback-egress.ts'
import { createEgressExchange } from './egress-exchange.ts'

const TOKEN = 'canary-token-0123456789'
const ENDPOINT = { connectionRef: 'sample-connection', endpointRef: 'mcp_connection' }

async function open(handle: RequestListener): Promise<LoopbackEgress> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const egress = createLoopbackEgress(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
  onTestFinished(async () => {
    await egress.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return egress
}

const options = (egress: LoopbackEgress, secrets: SecretStore = createMemorySecretStore({ t: TOKEN })): Parameters<typeof createEgressExchange>[0] => ({
  egress,
  endpoint: ENDPOINT,
  secrets,
  credentialRef: 't',
  seal: undefined,
  operationOf: (body) => `operation of ${body ?? 'none'}`
})

const post = (egress: LoopbackEgress, changes: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  url: egress.addressOf(ENDPOINT),
  headers: [['content-type', 'application/json']],
  body: '{}',
  signal: new AbortController().signal,
  onDispatch: () => {},
  ...changes
})

function collect(): HttpResponseSink & { readonly text: () => string; status: number } {
  const chunks: Uint8Array[] = []
  return {
    status: 0,
    onHead(status) {
      this.status = status
    },
    onChunk: (chunk) => chunks.push(chunk) > 0,
    text: () => Buffer.concat(chunks).toString()
  }
}

describe('a message', () => {
  it('goes to the reviewed address with the bearer, which was lent for it alone', async () => {
    const seen: unknown[] = []
    const egress = await open((request, response) => {
      seen.push([request.method, request.url, request.headers.authorization])
      response.end('ok')
    })
    const secrets = createMemorySecretStore({ t: TOKEN })
    const exchange = createEgressExchange(options(egress, secrets))
    for (const method of ['POST', 'DELETE'] as const) {
      const sink = collect()
      await exchange.exchange(post(egress, { method, body: method === 'POST' ? '{}' : null }), sink)
      expect([sink.status, sink.text()]).toEqual([200, 'ok'])
    }
    secrets.set('t', 'another-token-0123')
    await exchange.exchange(post(egress), collect())
    expect(seen).toEqual([['POST', '/mcp', `Bearer ${TOKEN}`], ['DELETE', '/mcp', `Bearer ${TOKEN}`], ['POST', '/mcp', 'Bearer another-token-0123']])
    expect([secrets.loans, secrets.open]).toEqual([['t', 't', 't'], 0])
    expect(inspect(exchange, { depth: 9, showHidden: true })).not.toContain(TOKEN)
  })

  it('without a credential asks no store', async () => {
    const egress = await open((request, response) => void response.end(String(request.headers.authorization)))
    const secrets = createMemorySecretStore({ t: TOKEN })
    const { credentialRef: _none, ...bare } = options(egress, secrets)
    const sink = collect()
    await createEgressExchange(bare).exchange(post(egress), sink)
    expect([sink.text(), secrets.loans]).toEqual(['undefined', []])
  })

  it('to fetch with GET is refused before the egress is asked, so a stream is never resumed', async () => {
    const egress = await open((_request, response) => void response.end())
    const exchange = createEgressExchange(options(egress))
    expect((await expectCode(exchange.exchange(post(egress, { method: 'GET', body: null }), collect()), 'destination_denied')).details).toEqual({ reason: 'method' })
    expect(egress.requests).toEqual([])
  })

  it.each(['http://127.0.0.1:1/mcp', 'https://elsewhere.example/mcp'])('to another address is refused: %s', async (url) => {
    const egress = await open((_request, response) => void response.end())
    const exchange = createEgressExchange(options(egress))
    expect((await expectCode(exchange.exchange(post(egress, { url }), collect()), 'destination_denied')).details).toEqual({ reason: 'address' })
    expect(egress.requests).toEqual([])
  })

  it('to a destination that is not bound is refused', async () => {
    const egress = await open((_request, response) => void response.end())
    const exchange = createEgressExchange({ ...options(egress), endpoint: { ...ENDPOINT, connectionRef: 'other' } })
    expect((await expectCode(exchange.exchange(post(egress), collect()), 'destination_denied')).details).toEqual({ reason: 'unbound' })
  })
})

it('what is asked for in content codings is the egress\'s', async () => {
  const egress = await open((_request, response) => void response.end('ok'))
  await createEgressExchange(options(egress)).exchange(post(egress, { headers: [['content-type', 'application/json'], ['accept-encoding', 'identity']] }), collect())
  expect(egress.requests[0]?.headers.map(([name]) => name)).toEqual(['content-type', 'authorization'])
})

describe('secret_unavailable: nothing goes out', () => {
  const lending = (use: SecretStore['withSecret']): SecretStore => ({ withSecret: use })
  const secret: Secret = { reveal: () => TOKEN }

  it.each<[string, SecretStore, string]>([
    ['missing', createMemorySecretStore(), 'missing'],
    ['a store that fails with an error of its own', lending(() => Promise.reject(new Error(TOKEN))), 'store'],
    ['a store that lends nothing', lending(() => Promise.resolve(undefined as never)), 'store'],
    ['too short', createMemorySecretStore({ t: 'x'.repeat(7) }), 'form'],
    ['a line break', createMemorySecretStore({ t: `${TOKEN}\r\nx: y` }), 'form'],
    ['a space', createMemorySecretStore({ t: `${TOKEN} x` }), 'form'],
    ['no ASCII', createMemorySecretStore({ t: `${TOKEN}é` }), 'form']
  ])('%s', async (_name, secrets, reason) => {
    const egress = await open((_request, response) => void response.end())
    const error = await expectCode(createEgressExchange(options(egress, secrets)).exchange(post(egress), collect()), 'secret_unavailable')
    expect(error.details).toEqual({ reason })
    expect(JSON.stringify(error) + inspect(error, { depth: 9 })).not.toContain(TOKEN)
    expect(egress.requests).toEqual([])
  })

  it('a store that lends twice makes nobody send twice', async () => {
    const egress = await open((_request, response) => void response.end('ok'))
    const twice = lending(async (_ref, use) => (await use(secret), await use(secret)))
    await expectCode(createEgressExchange(options(egress, twice)).exchange(post(egress), collect()), 'secret_unavailable')
    expect(egress.requests).toHaveLength(1)
  })

  it('what was given up while a store was slow is not sent', async () => {
    const egress = await open((_request, response) => void response.end('ok'))
    const caller = new AbortController()
    const slow = lending(async (_ref, use) => {
      caller.abort(new GovernedError('cancelled', {}))
      return await use(secret)
    })
    await expectCode(createEgressExchange(options(egress, slow)).exchange(post(egress, { signal: caller.signal }), collect()), 'cancelled')
    expect(egress.requests).toEqual([])
  })
})

describe('credential_echoed', () => {
  it.each<[string, RequestListener]>([
    ['in one piece', (request, response) => void response.end(`{"t":"${request.headers.authorization}"}`)],
    ['split over two writes', (request, response) => {
      const text = `{"t":"${request.headers.authorization}"}`
      response.write(text.slice(0, 20))
      setImmediate(() => response.end(text.slice(20)))
    }],
    ['with JSON escapes', (_request, response) => void response.end(`{"t":"${TOKEN.replaceAll('a', '\\u0061')}"}`)],
    ['in Base64', (request, response) => void response.end(Buffer.from(`Headers: ${request.headers.authorization}.`).toString('base64'))],
    ['in a header', (request, response) => void response.writeHead(200, { 'mcp-session-id': TOKEN }).end(String(request.method))],
    ['under an error status', (request, response) => void response.writeHead(500).end(String(request.headers.authorization))]
  ])('%s: nothing of it is handed on, and it is sealed under the operation', async (_name, handle) => {
    const egress = await open(handle)
    const seal = createMemorySeal()
    const secrets = createMemorySecretStore({ t: TOKEN })
    const sink = collect()
    const error = await expectCode(createEgressExchange({ ...options(egress, secrets), seal }).exchange(post(egress), sink), 'credential_echoed')
    expect([error.details, error.cause]).toEqual([{ tool: 'operation of {}' }, { sealed: 'sealed-1' }])
    expect(sink.text()).not.toContain(TOKEN.slice(-4))
    expect(seal.sealed[0]?.subject).toEqual({ operationRef: 'operation of {}', connectionRef: 'sample-connection', code: 'credential_echoed' })
    expect(seal.sealed[0]?.content.length).toBeGreaterThan(20)
    expect(secrets.open).toBe(0)
    expect(JSON.stringify(error) + inspect(error, { depth: 9 })).not.toContain(TOKEN)
  })

  it('is sealed while the credential is on loan', async () => {
    const egress = await open((request, response) => void response.end(String(request.headers.authorization)))
    const secrets = createMemorySecretStore({ t: TOKEN })
    const open_: number[] = []
    const seal = { seal: () => (open_.push(secrets.open), 'x') }
    await expectCode(createEgressExchange({ ...options(egress, secrets), seal }).exchange(post(egress), collect()), 'credential_echoed')
    expect(open_).toEqual([1])
  })

  it('is refused also where sealing fails or nobody seals', async () => {
    const egress = await open((request, response) => void response.end(String(request.headers.authorization)))
    const failing = { seal: () => Promise.reject(new Error('disk')) }
    for (const seal of [undefined, failing]) {
      const error = await expectCode(createEgressExchange({ ...options(egress), seal }).exchange(post(egress), collect()), 'credential_echoed')
      expect(error.cause).toEqual({ sealed: null })
    }
  })

  it('is found by an egress that hides why its sink stopped, too', async () => {
    const egress = await open((request, response) => void response.end(String(request.headers.authorization)))
    const hiding = { ...egress, exchange: (...asked: Parameters<LoopbackEgress['exchange']>) => egress.exchange(...asked).catch(() => {}) }
    await expectCode(createEgressExchange({ ...options(egress), egress: hiding }).exchange(post(egress), collect()), 'credential_echoed')
  })
})

it('what the egress refuses is thrown on', async () => {
  const egress = await open((_request, response) => void response.end())
  const refusing = { ...egress, exchange: () => Promise.reject(new GovernedError('egress_saturated', { limit: 1 })) }
  await expectCode(createEgressExchange({ ...options(egress), egress: refusing }).exchange(post(egress), collect()), 'egress_saturated')
})
