/** O-12: what a port on this machine hears besides the one redirect that it waits for. */
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { listenForRedirect } from './listen-for-redirect.ts'

const STATE = 'the-state'
const GOOD = `?code=c&state=${STATE}&iss=https%3A%2F%2Fas.test`

/** The whole response to a request as it is written here. */
async function sendRaw(port: string, text: string): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(text)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

const statusOf = (response: string): string => response.slice(0, 'HTTP/1.1 200'.length)

test('the answer is the whole address; the browser learns nothing of it', async () => {
  await using listener = await listenForRedirect()
  const answer = listener.response(STATE, new AbortController().signal)
  const response = await fetch(`${listener.url}${GOOD}`)
  expect([response.status, await response.text()]).toEqual([200, expect.not.stringContaining(STATE)])
  expect(Object.fromEntries(response.headers)).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'content-type': 'text/plain; charset=utf-8' })
  expect((await answer).href).toBe(`${listener.url}${GOOD}`)
})

test('an error is an answer, too: whose it is and what it means is judged later', async () => {
  await using listener = await listenForRedirect()
  const answer = listener.response(STATE, new AbortController().signal)
  await fetch(`${listener.url}?error=access_denied&error_description=%1b[2J&state=${STATE}`)
  expect((await answer).searchParams.get('error')).toBe('access_denied')
})

test('nothing else that arrives consumes the wait', async () => {
  await using listener = await listenForRedirect()
  const { port, host } = new URL(listener.url)
  const answer = listener.response(STATE, new AbortController().signal)
  const get = (target: string, ...headers: readonly string[]): string => [`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n')
  const refused = [
    get(`/callback${GOOD}`, `Host: localhost:${port}`),
    get(`/callback${GOOD}`, 'Host: rebound.example.test'),
    get(`/callback${GOOD}`, 'Host: 127.0.0.1'),
    get(`/callback${GOOD}`, `Host: ${host}`, `Host: ${host}`),
    get(`http://rebound.example.test/callback${GOOD}`, `Host: ${host}`),
    get(`http://${host}/callback${GOOD}`, `Host: ${host}`),
    get(`/callback/${GOOD}`, `Host: ${host}`),
    get(`/other/../callback${GOOD}`, `Host: ${host}`),
    get(`//callback${GOOD}`, `Host: ${host}`),
    get(`/${GOOD}`, `Host: ${host}`),
    get('/callback', `Host: ${host}`),
    get('/callback?code=c', `Host: ${host}`),
    get('/callback?code=c&state=wrong', `Host: ${host}`),
    get('/callback?code=c&state=', `Host: ${host}`),
    get(`/callback?state=${STATE}`, `Host: ${host}`),
    get(`/callback?code=c&state=${STATE}&state=${STATE}`, `Host: ${host}`),
    get(`/callback?code=c&state=wrong&state=${STATE}`, `Host: ${host}`),
    get(`/callback${GOOD}`, `Host: ${host}`).replace('GET', 'HEAD'),
    get(`/callback${GOOD}`, `Host: ${host}`).replace('GET', 'OPTIONS')
  ]
  for (const text of refused) expect([text, statusOf(await sendRaw(port, text))]).toEqual([text, expect.stringMatching(/^HTTP\/1\.1 4\d\d$/)])
  const post = `POST /callback${GOOD} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
  expect(statusOf(await sendRaw(port, post))).toBe('HTTP/1.1 404')
  expect(statusOf(await sendRaw(port, get(`/callback?code=c&state=${'x'.repeat(20_000)}`, `Host: ${host}`)))).toBe('HTTP/1.1 431')
  await fetch(`${listener.url}${GOOD}`)
  expect((await answer).searchParams.get('code')).toBe('c')
})

test('a flood of wrong requests neither consumes the wait nor keeps the right one out', async () => {
  await using listener = await listenForRedirect()
  const answer = listener.response(STATE, new AbortController().signal)
  const flood = Array.from({ length: 500 }, async (_, index) => (await fetch(`${listener.url}?code=c&state=${index}`).catch(() => null))?.status ?? 404)
  expect(new Set(await Promise.all(flood))).toEqual(new Set([404]))
  expect((await fetch(`${listener.url}${GOOD}`)).status).toBe(200)
  await answer
})

test('there is one success', async () => {
  await using listener = await listenForRedirect()
  const answer = listener.response(STATE, new AbortController().signal)
  const statuses = await Promise.all([1, 2, 3].map(async (code) => (await fetch(`${listener.url}?code=${code}&state=${STATE}`)).status))
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404, 404])
  expect(Number((await answer).searchParams.get('code'))).toBe(statuses.indexOf(200) + 1)
})

test('before anybody waits, the right answer is nothing either', async () => {
  await using listener = await listenForRedirect()
  expect((await fetch(`${listener.url}${GOOD}`)).status).toBe(404)
})

test('the wait ends with its signal, and after that nothing is accepted', async () => {
  await using listener = await listenForRedirect()
  const control = new AbortController()
  const answer = listener.response(STATE, control.signal)
  control.abort(new Error('enough'))
  await expect(answer).rejects.toBe(control.signal.reason)
  expect((await fetch(`${listener.url}${GOOD}`)).status).toBe(404)
  await expect(listener.response(STATE, control.signal)).rejects.toBe(control.signal.reason)
})

test('afterwards the port is closed, with every connection to it', async () => {
  const listener = await listenForRedirect()
  const { port } = new URL(listener.url)
  const idle: Socket = connect(Number(port), '127.0.0.1')
  await once(idle, 'connect')
  idle.resume()
  const gone = once(idle, 'close')
  await listener[Symbol.asyncDispose]()
  await gone
  const late = connect(Number(port), '127.0.0.1')
  const [error] = (await once(late, 'error')) as [NodeJS.ErrnoException]
  expect(error.code).toBe('ECONNREFUSED')
})

test('it is reached by 127.0.0.1 alone, and each has a port of its own', async () => {
  await using one = await listenForRedirect()
  await using other = await listenForRedirect()
  const { hostname, port } = new URL(one.url)
  expect(hostname).toBe('127.0.0.1')
  expect(port).not.toBe(new URL(other.url).port)
  const elsewhere = connect(Number(port), '127.0.0.2')
  const [error] = (await once(elsewhere, 'error')) as [NodeJS.ErrnoException]
  expect(error.code).toBe('ECONNREFUSED')
})
