// The entry for whoever owns the sockets: the same codec, and no way to open one.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { LEGACY, expectCode, expectThrownCode, startHttpServer, tool } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { connect } from './connect.ts'
import { exchangeTransport } from './exchange.ts'
import { createHttpExchange } from './http.ts'
import type { HttpExchange, HttpRequest } from './http.ts'

describe('what it imports, at once or later', () => {
  it('reaches no socket, no process and nothing that others wrote', () => {
    const { files, foreign } = reach(join(import.meta.dirname, 'exchange.ts'))
    expect(files.size).toBeGreaterThan(15)
    expect([...files].filter((file) => /undici|create-http-exchange|connect-socket|open-connection|http-transport|\/stdio\//.test(file))).toEqual([])
    expect([...foreign].toSorted()).toEqual(['@b10x/ports/errors', 'node:buffer'])
  })

  it('is looked at as the other entries are: those reach one', () => {
    expect([...reach(join(import.meta.dirname, 'http.ts')).foreign]).toContain('undici')
  })
})

describe('over an exchange that somebody owns', () => {
  it.each([['modern', {}], ['legacy', { protocolVersions: LEGACY, session: true }]])('a %s server is used with POST and DELETE alone', async (era, script) => {
    await using server = await startHttpServer({ tools: [tool('t')] }, script)
    const sockets = createHttpExchange()
    const asked: HttpRequest[] = []
    const exchange: HttpExchange = { ...sockets, exchange: (request, sink) => (asked.push(request), sockets.exchange(request, sink)) }
    try {
      const client = await connect(exchangeTransport(server.url, { exchange, headers: { authorization: 'Bearer t0ken-t0ken' } }))
      expect([client.era, (await client.callTool('t')).kind]).toEqual([era, 'complete'])
      await client.close()
      expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(era === 'modern' ? ['POST'] : ['POST', 'DELETE']))
      expect(asked.every(({ headers }) => headers.some(([name, value]) => name === 'authorization' && value === 'Bearer t0ken-t0ken'))).toBe(true)
    } finally {
      await sockets.close()
    }
  })

  it('closing a client leaves the exchange to its owner', async () => {
    await using server = await startHttpServer({ tools: [tool('t')] })
    const exchange = createHttpExchange()
    try {
      const client = await connect(exchangeTransport(server.url, { exchange }))
      await client.close()
      await expectCode(client.callTool('t'), 'connection_closed')
      expect((await (await connect(exchangeTransport(server.url, { exchange }))).callTool('t')).kind).toBe('complete')
    } finally {
      await exchange.close()
    }
  })

  it('an address has to be acceptable', () => {
    const exchange = createHttpExchange()
    expect(expectThrownCode(() => exchangeTransport('http://example.test/mcp', { exchange }), 'endpoint_invalid').details).toEqual({ reason: 'insecure' })
  })
})

/** All modules behind one, static and dynamic imports alike, and the packages that they name. */
function reach(entry: string): { readonly files: ReadonlySet<string>; readonly foreign: ReadonlySet<string> } {
  const files = new Set<string>()
  const foreign = new Set<string>()
  const walk = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    const text = readFileSync(file, 'utf8')
    const statements = text.matchAll(/^(?:import|export)(?! type\b)\s(?:[^'"]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm)
    for (const [, fixed, later] of statements) {
      const specifier = fixed ?? later ?? ''
      if (specifier.startsWith('.')) walk(resolve(dirname(file), specifier))
      else foreign.add(specifier)
    }
  }
  walk(entry)
  return { files, foreign }
}
