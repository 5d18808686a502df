import { request } from 'node:http'
import type { OutgoingHttpHeaders } from 'node:http'
import type { Authenticator } from '@b10x/ports'
import { expect, it } from 'vitest'
import { portOf, text } from '../__fixtures__/example-port.ts'
import { META, send } from '../__fixtures__/post.ts'
import { startServer } from '../__fixtures__/start-server.ts'

/** The token is the name. */
const authenticate: Authenticator = { authenticate: ({ token }) => (token === null ? 'missing' : { subject: token, scopes: [] }) }

const CALLERS = 200

function headersOf(caller: number): Readonly<Record<string, string>> {
  const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'tell' }
  return {
    authorization: `Bearer caller-${caller}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(caller % 4 < 2 ? modern : { 'mcp-protocol-version': '2025-11-25' })
  }
}

it('I-01: of 200 interleaved callers with one id, half of them gone, every other one gets its own answer', async () => {
  const open: (() => void)[] = []
  let begin!: () => void
  const allAtWork = new Promise<void>((resolve) => (begin = resolve))
  const port = portOf({
    tell: {
      run: async ({ nonce }, { actor }) => {
        await new Promise<void>((resolve) => {
          if (open.push(resolve) === CALLERS) begin()
        })
        return [text(`${String(actor)} ${String(nonce)}`)]
      }
    }
  })
  await using started = await startServer(port, { authenticate })
  const leaving = new AbortController()
  const answers = Array.from({ length: CALLERS }, async (_, caller) => {
    const params = { name: 'tell', arguments: { nonce: `nonce-${caller}` }, ...(caller % 4 < 2 ? { _meta: META } : {}) }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const response = await fetch(started.url, { method: 'POST', headers: headersOf(caller), body, signal: caller % 2 === 0 ? null : leaving.signal })
    return (await response.json()) as object
  })
  const settled = Promise.allSettled(answers)
  await allAtWork
  leaving.abort()
  // Neither the order of the calls nor its reverse.
  for (const step of [7, 3, 5, 1, 0, 2, 4, 6]) for (let index = step; index < CALLERS; index += 8) open[index]?.()
  const outcomes = await settled
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBe(CALLERS / 2)
  for (const [caller, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected') expect(caller % 2).toBe(1)
    else expect(outcome.value).toMatchObject({ id: 1, result: { content: [text(`caller-${caller} nonce-${caller}`)] } })
  }
})

it('a session that is claimed gives nothing and takes nothing', async () => {
  const port = portOf({ tell: { run: (_args, { actor }) => [text(String(actor))] } })
  await using started = await startServer(port, { authenticate })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'tell' } })
  const claim = { 'mcp-session-id': 'session-of-caller-1' }
  const { authorization: _authorization, ...nobody } = headersOf(2)
  expect((await send(started.url, { headers: { ...nobody, ...claim }, body })).status).toBe(401)
  const other = await send(started.url, { headers: { ...headersOf(2), ...claim }, body })
  expect(other.json?.result).toEqual({ content: [text('caller-2')] })
  expect(other.headers).not.toHaveProperty('mcp-session-id')
  expect((await send(started.url, { method: 'DELETE', headers: { ...headersOf(2), ...claim } })).status).toBe(405)
})

it.each<[string, OutgoingHttpHeaders, number]>([
  ['of a foreign page', { origin: 'http://evil.test' }, 403],
  ['that names nobody', {}, 401],
  ['of somebody who may come in', { authorization: 'Bearer caller-1' }, 405]
])('no WebSocket opens, not for a request %s', async (_title, headers, status) => {
  await using started = await startServer(portOf({ tell: {} }), { authenticate })
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }
  const answered = await new Promise<number | undefined>((resolve, reject) => {
    const asked = request(started.url, { agent: false, headers: { ...upgrade, ...headers } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.once('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(101)
    })
    asked.once('error', reject).end()
  })
  expect(answered).toBe(status)
})
