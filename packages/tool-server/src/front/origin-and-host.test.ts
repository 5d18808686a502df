import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { portOf } from '../__fixtures__/example-port.ts'
import { sendLegacy } from '../__fixtures__/post.ts'
import { createToolServer } from '../create-tool-server.ts'
import type { ToolServerOptions } from '../tool-server.ts'
import { listen } from './listen.ts'
import type { Listening } from './listen.ts'

const BODY = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

/** Bytes as they are, and the status line that came back. */
function statusOf(port: number, headers: readonly string[], version = '1.1', target = '/mcp'): Promise<number> {
  const lines = [`POST ${target} HTTP/${version}`, ...headers, 'content-type: application/json', 'accept: application/json', `content-length: ${BODY.length}`, 'connection: close', '', BODY]
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(lines.join('\r\n')))
    socket.setEncoding('latin1').on('data', (text: string) => (received += text))
    socket.once('end', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1]))).once('error', reject)
  })
}

function start(options: Partial<ToolServerOptions> = {}): Promise<Listening> {
  return listen(createToolServer(portOf({ echo: {} }), { name: 'front', version: '1', ...options }))
}

const portIn = ({ url }: Listening): number => Number(new URL(url).port)

describe('with the lists that hold when nobody says otherwise', () => {
  let listening: Listening
  let port = 0
  beforeAll(async () => {
    listening = await start()
    port = portIn(listening)
  })
  afterAll(() => listening.close())

  it.each([
    ['the address', (at: number) => `127.0.0.1:${at}`],
    ['the name', (at: number) => `localhost:${at}`],
    ['the name in capitals', (at: number) => `LOCALHOST:${at}`],
    ['the address of version 6', (at: number) => `[::1]:${at}`],
    ['no port', () => 'localhost']
  ])('a Host comes in: %s', async (_name, host) => {
    expect(await statusOf(port, [`host: ${host(port)}`])).toBe(200)
  })

  it.each([
    ['foreign', 'evil.test'],
    ['a name that starts with the address', '127.0.0.1.evil.test'],
    ['a name that ends with the name', 'evil-localhost'],
    ['user information', 'evil.test@localhost'],
    ['user information before the address', 'evil@127.0.0.1'],
    ['a path', 'localhost/evil'],
    ['a fragment', 'localhost#x'],
    ['a query', 'localhost?x'],
    ['a backslash', 'localhost\\evil'],
    ['two names', 'localhost, evil.test'],
    ['a space', 'localhost evil.test'],
    ['the dot at the end', 'localhost.'],
    ['a port that is none', 'localhost:99999'],
    ['a port with a sign', 'localhost:+80'],
    ['another spelling of the address', '2130706433'],
    ['a shorter spelling of the address', '127.1'],
    ['an escape', 'local%68ost'],
    ['every address', '0.0.0.0'],
    ['empty', '']
  ])('a Host does not come in: %s', async (_name, host) => {
    expect(await statusOf(port, [`host: ${host}`])).toBe(403)
  })

  it('a request without Host does not come in, in either version', async () => {
    expect(await statusOf(port, [])).toBe(403)
    expect(await statusOf(port, [], '1.0')).toBe(403)
  })

  it('a second Host does not come in', async () => {
    expect([400, 403]).toContain(await statusOf(port, ['host: localhost', 'host: evil.test']))
    expect([400, 403]).toContain(await statusOf(port, ['host: localhost', 'Host: localhost']))
  })

  it('a target with a foreign authority does not come in, whatever Host says', async () => {
    expect(await statusOf(port, ['host: localhost'], '1.1', 'http://evil.test/mcp')).toBe(403)
    expect(await statusOf(port, ['host: localhost'], '1.1', 'http://localhost/mcp')).toBe(200)
  })

  it.each([
    ['foreign', 'http://evil.test'],
    ['null', 'null'],
    ['empty', ''],
    ['another port of this machine', 'http://localhost:1'],
    ['this machine by its other name', (at: number) => `http://127.0.0.1:${at}`],
    ['user information', (at: number) => `http://evil@localhost:${at}`],
    ['a path', (at: number) => `http://localhost:${at}/`],
    ['another scheme', (at: number) => `file://localhost:${at}`],
    ['a list', (at: number) => `http://localhost:${at} http://evil.test`]
  ])('an Origin does not come in: %s', async (_name, origin) => {
    const value = typeof origin === 'string' ? origin : origin(port)
    expect(await statusOf(port, [`host: localhost:${port}`, `origin: ${value}`])).toBe(403)
  })

  it('each refusal has its code, and no challenge', async () => {
    const refused = [await sendLegacy(listening.url, 'ping', {}, { host: 'evil.test' }), await sendLegacy(listening.url, 'ping', {}, { origin: 'null' })]
    expect(refused.map(({ json }) => json?.error?.data?.['code'])).toEqual(['host_denied', 'origin_denied'])
    expect(refused.map(({ headers }) => headers['www-authenticate'])).toEqual([undefined, undefined])
  })

  it('a page of the server itself comes in, and not under a foreign Host', async () => {
    const own = `origin: http://localhost:${port}`
    expect(await statusOf(port, [`host: localhost:${port}`, own])).toBe(200)
    expect(await statusOf(port, ['host: evil.test', 'origin: http://evil.test'])).toBe(403)
    expect(await statusOf(port, [`host: localhost:${port}`, own, 'origin: http://evil.test'])).toBe(403)
  })
})

describe('with lists of the host', () => {
  it('they are all there is', async () => {
    const listening = await start({ allowedHosts: ['mcp.example.com', 'internal:8443'], allowedOrigins: ['https://app.example.com'] })
    const port = portIn(listening)
    try {
      expect(await statusOf(port, ['host: mcp.example.com'])).toBe(200)
      expect(await statusOf(port, ['host: mcp.example.com:1234'])).toBe(200)
      expect(await statusOf(port, ['host: internal:8443'])).toBe(200)
      expect(await statusOf(port, ['host: internal'])).toBe(403)
      expect(await statusOf(port, [`host: 127.0.0.1:${port}`])).toBe(403)
      expect(await statusOf(port, ['host: mcp.example.com', 'origin: https://app.example.com'])).toBe(200)
      expect(await statusOf(port, ['host: mcp.example.com', 'origin: https://mcp.example.com'])).toBe(403)
      expect(await statusOf(port, ['host: evil.test', 'origin: https://app.example.com'])).toBe(403)
    } finally {
      await listening.close()
    }
  })

  it('empty ones let nothing in', async () => {
    const listening = await start({ allowedHosts: [], allowedOrigins: [] })
    try {
      expect(await statusOf(portIn(listening), ['host: localhost'])).toBe(403)
    } finally {
      await listening.close()
    }
  })

  it('what a proxy says of the request changes nothing', async () => {
    const listening = await start()
    try {
      const forged = ['x-forwarded-host: localhost', 'forwarded: host=localhost', 'x-forwarded-for: 127.0.0.1']
      expect(await statusOf(portIn(listening), ['host: evil.test', ...forged])).toBe(403)
    } finally {
      await listening.close()
    }
  })
})
