import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expectCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { EXAMPLES, portOf } from '../__fixtures__/example-port.ts'
import { send, sendLegacy, sendModern } from '../__fixtures__/post.ts'
import { staticTokenAuthenticator } from '../authenticators/static-token-authenticator.ts'
import { createToolServer } from '../create-tool-server.ts'
import type { ToolServer, ToolServerOptions } from '../tool-server.ts'
import { listen } from './listen.ts'

const GUARD = staticTokenAuthenticator({ 'dev-token-0123456789': { subject: 'alice', scopes: [] } })

function serverWith(options: Partial<ToolServerOptions> = {}): ToolServer {
  return createToolServer(portOf(EXAMPLES), { name: 'listening', version: '1', ...options })
}

/** A port that nobody listens on now. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

async function isTaken(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const outcome = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(() => false)
  socket.destroy()
  return outcome
}

describe('where it listens', () => {
  it('on loopback, on a port that the system chooses, at /mcp', async () => {
    const listening = await listen(serverWith())
    try {
      expect(listening.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
      expect((await sendModern(listening.url, 'tools/list')).status).toBe(200)
    } finally {
      await listening.close()
    }
  })

  it.each(['0.0.0.0', '::', '192.0.2.1', '127.1', 'example.com'])('not on %s without anybody who says who calls, and before a socket opens', async (host) => {
    const port = await freePort()
    const error = await expectCode(listen(serverWith(), { host, port }), 'authentication_missing')
    expect(error.details).toEqual({ option: 'authenticate' })
    expect(await isTaken(port)).toBe(false)
  })

  it('on every address where somebody says who calls, for the hosts that are listed', async () => {
    const listening = await listen(serverWith({ authenticate: GUARD }), { host: '0.0.0.0' })
    try {
      const url = listening.url.replace('0.0.0.0', '127.0.0.1')
      expect((await sendModern(url, 'tools/list')).status).toBe(401)
      expect((await sendModern(url, 'tools/list', {}, { authorization: 'Bearer dev-token-0123456789' })).status).toBe(200)
      expect((await sendModern(url, 'tools/list', {}, { host: 'evil.test', authorization: 'Bearer dev-token-0123456789' })).status).toBe(403)
    } finally {
      await listening.close()
    }
  })

  it('a server of somebody else is not believed to ask who calls', async () => {
    const { handleNode, close } = serverWith({ authenticate: GUARD })
    await expectCode(listen({ handleNode, close }, { host: '0.0.0.0' }), 'authentication_missing')
    await close()
  })

  it.each([
    ['port', { port: -1 }],
    ['port', { port: 65_536 }],
    ['port', { port: 1.5 }],
    ['host', { host: '' }],
    ['path', { path: 'mcp' }],
    ['path', { path: '/mcp?x' }]
  ])('refuses an option: %s', async (option, options) => {
    expect((await expectCode(listen(serverWith(), options), 'option_invalid')).details['option']).toBe(option)
  })

  it('a port that is taken is an error of the system', async () => {
    const first = await listen(serverWith())
    const second = serverWith()
    try {
      await expect(listen(second, { port: Number(new URL(first.url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    } finally {
      await first.close()
      await second.close()
    }
  })
})

describe('what it serves', () => {
  it('one path, and nothing beside it', async () => {
    const listening = await listen(serverWith(), { path: '/tools' })
    try {
      expect(new URL(listening.url).pathname).toBe('/tools')
      expect((await sendLegacy(listening.url, 'ping')).status).toBe(200)
      expect((await sendLegacy(`${listening.url}?x=1`, 'ping')).status).toBe(200)
      for (const path of ['/', '/mcp', '/tools/', '/TOOLS', '/tools/x', '/health', '//tools']) {
        expect([path, (await send(new URL(listening.url).origin + path, {})).status]).toEqual([path, 404])
      }
    } finally {
      await listening.close()
    }
  })

  it('no header without end', async () => {
    const listening = await listen(serverWith())
    try {
      expect((await sendLegacy(listening.url, 'ping', {}, { 'x-long': 'x'.repeat(40_000) })).status).toBe(431)
    } finally {
      await listening.close()
    }
  })

  it('as many connections as its bound says', async () => {
    const listening = await listen(serverWith({ bounds: { maxConnections: 1 } }))
    const port = Number(new URL(listening.url).port)
    const first = connect(port, '127.0.0.1')
    try {
      await once(first, 'connect')
      const second = connect(port, '127.0.0.1')
      second.on('error', () => undefined)
      await once(second, 'close')
      expect(first.destroyed).toBe(false)
    } finally {
      first.destroy()
      await listening.close()
    }
  })

  it('calls within the limits of their principal', async () => {
    const listening = await listen(serverWith({ bounds: { maxCallsPerWindow: 1 } }))
    try {
      expect((await sendModern(listening.url, 'tools/call', { name: 'picture' })).status).toBe(200)
      for (const ask of [sendModern, sendLegacy]) {
        const answer = await ask(listening.url, 'tools/call', { name: 'picture' })
        expect([answer.status, answer.json?.error?.data?.['code']]).toEqual([429, 'rate_limited'])
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
        expect((await ask(listening.url, 'tools/list')).status).toBe(200)
      }
    } finally {
      await listening.close()
    }
  })
})

it('closes every connection, also idle ones and such that say nothing', async () => {
  const listening = await listen(serverWith())
  const port = Number(new URL(listening.url).port)
  const silent = connect(port, '127.0.0.1')
  silent.on('error', () => undefined)
  await once(silent, 'connect')
  const gone = once(silent, 'close')
  silent.resume()
  await Promise.all([listening.close(), listening.close()])
  await gone
  expect(await isTaken(port)).toBe(false)
})
