import { describe, expect, it } from 'vitest'
import { portOf } from '../__fixtures__/example-port.ts'
import { staticTokenAuthenticator } from '../authenticators/static-token-authenticator.ts'
import { createToolServer } from '../create-tool-server.ts'
import type { ToolServerOptions } from '../tool-server.ts'

const TOKEN = 'dev-token-0123456789'

async function ask(options: Partial<ToolServerOptions>, remoteAddress: string | undefined, headers: readonly (readonly [string, string])[] = [], url = 'http://localhost:3000/mcp'): Promise<readonly [number, unknown]> {
  const server = createToolServer(portOf({}), { name: 'fetch', version: '1', ...options })
  const request = new Request(url, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"ping"}', headers: { 'content-type': 'application/json', accept: 'application/json' } })
  for (const [name, value] of headers) request.headers.append(name, value)
  const response = await server.handleFetch(request, remoteAddress === undefined ? undefined : { remoteAddress })
  const body = (await response.json()) as { readonly error?: { readonly data?: { readonly code?: unknown } } }
  await server.close()
  return [response.status, body.error?.data?.code]
}

describe('a server that asks nobody who calls', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('serves this machine: %s', async (address) => {
    expect(await ask({}, address)).toEqual([200, undefined])
  })

  it.each([undefined, '', '192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1', '127.evil', '127.0.0.1.evil.test'])('serves no other, whatever Host says: %s', async (address) => {
    expect(await ask({}, address)).toEqual([403, 'authentication_missing'])
  })
})

describe('a server that asks', () => {
  const options = { authenticate: staticTokenAuthenticator({ [TOKEN]: { subject: 'alice', scopes: [] } }), allowedHosts: ['mcp.example.com'] }
  const url = 'https://mcp.example.com/mcp'

  it('serves whoever bears a token, from anywhere, under a name of its own', async () => {
    expect(await ask(options, undefined, [['authorization', `Bearer ${TOKEN}`]], url)).toEqual([200, undefined])
    expect(await ask(options, '127.0.0.1', [], url)).toEqual([401, 'invalid_token'])
    expect(await ask(options, '127.0.0.1', [['authorization', `Bearer ${TOKEN}`]])).toEqual([403, 'host_denied'])
  })

  it('takes no two tokens, though they arrive as one text', async () => {
    expect(await ask(options, undefined, [['authorization', `Bearer ${TOKEN}`], ['authorization', `Bearer ${TOKEN}`]], url)).toEqual([401, 'invalid_token'])
  })
})
