import { describe, expect, test } from 'vitest'
import { eventData, rawExchange } from '../http/raw-exchange.ts'
import { startHttpServer } from '../http/start-http-server.ts'
import { startRaw } from '../stdio/raw-process.ts'
import { stdioServerCommand } from '../stdio/stdio-server-command.ts'
import { readWire, WIRE_REVISIONS, wireScript } from './read-wire.ts'
import type { WireMessage } from './read-wire.ts'

/** Every golden request with its golden response, `initialize` first: later ones need its session. */
function pairs(wire: ReadonlyMap<string, WireMessage>): readonly (readonly [WireMessage, WireMessage])[] {
  const found = [...wire.values()].flatMap((one): [WireMessage, WireMessage][] => {
    const response = wire.get(`${one.name}.response`)
    return one.kind === 'request' && response !== undefined ? [[one, response]] : []
  })
  return found.sort(([a], [b]) => Number(b.name === 'initialize') - Number(a.name === 'initialize'))
}

describe.each(WIRE_REVISIONS)('the golden messages of %s', (revision) => {
  const wire = readWire(revision)

  test('are at least a dozen, JSON-RPC 2.0, and say where they go', () => {
    expect(wire.size).toBeGreaterThanOrEqual(12)
    for (const { message, kind, direction } of wire.values()) {
      expect(message['jsonrpc']).toBe('2.0')
      expect('method' in message).toBe(kind !== 'response')
      expect('id' in message).toBe(kind !== 'notification')
      const expected = { request: 'client-to-server', response: 'server-to-client', notification: direction }[kind]
      expect(direction).toBe(expected)
    }
  })

  test.each(['json', 'sse'] as const)('are what a scripted HTTP server answers as %s', async (respondWith) => {
    await using server = await startHttpServer(wireScript(revision), { respondWith })
    for (const [request, response] of pairs(wire)) {
      const body = JSON.stringify(request.message)
      const got = await rawExchange(server.url, { headers: request.headers ?? {}, body })
      const asEvents = respondWith === 'sse' && response.status === 200
      expect(got.headers['content-type']).toBe(asEvents ? 'text/event-stream' : 'application/json')
      const texts = asEvents ? eventData(got.body) : [got.body.toString('utf8')]
      expect([request.name, got.status, texts.map((text) => JSON.parse(text))]).toEqual([
        request.name,
        response.status,
        [response.message]
      ])
    }
    for (const note of [...wire.values()].filter((one) => one.kind === 'notification' && one.status !== undefined)) {
      const got = await rawExchange(server.url, { headers: note.headers ?? {}, body: JSON.stringify(note.message) })
      expect([note.name, got.status, got.body.length]).toEqual([note.name, 202, 0])
    }
  })

  test('are what a scripted process answers', async () => {
    using server = stdioServerCommand(wireScript(revision))
    const process = startRaw(server)
    // Headers do not exist here, and so neither does their disagreement.
    const spoken = pairs(wire).filter(([request]) => request.name !== 'header-mismatch')
    for (const [request] of spoken) process.send(JSON.stringify(request.message))
    const output = await process.output({ lines: spoken.length })
    const answers = output.toString('utf8').trimEnd().split('\n').map((line) => JSON.parse(line))
    expect(answers).toEqual(spoken.map(([, response]) => response.message))
    process.endInput()
    expect(await process.exited).toBe(0)
  })
})
