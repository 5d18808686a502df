import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createSecureServer } from 'node:https'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { createEgress } from '@b10x/egress-undici'
import { issueCertificate } from './issue-certificate.mjs'

// The cases that run on the oldest Node that the package promises, too. Numbers: docs/security-cases.md.
const KEY = { connectionRef: 'c', endpointRef: 'mcp_connection' }

/** @returns the reason why a review is refused, or null */
function refusalOf(binding) {
  try {
    createEgress({ endpoints: [{ ...KEY, ...binding }], onWarning() {} })
    return null
  } catch (error) {
    assert.equal(error.code, 'egress_binding_invalid')
    return error.details.reason
  }
}

/** @returns `code reason` of the refusal of one exchange, or its status */
async function ask(options, given = {}) {
  const egress = createEgress({ onWarning() {}, ...options })
  let status = null
  const request = { endpoint: KEY, method: 'POST', headers: [], body: '{}', signal: new AbortController().signal, onDispatch() {}, ...given }
  try {
    await egress.exchange(request, { onHead: (seen) => void (status = seen), onChunk: () => true })
    return status
  } catch (error) {
    return `${error.code} ${error.details.reason ?? error.details.phase ?? error.details.bound ?? error.details.status}`
  } finally {
    await egress.close()
  }
}

async function withPeer(answer, use) {
  const sockets = new Set()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.once('data', () => answer(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const endpoints = [{ ...KEY, url: `http://127.0.0.1:${server.address().port}/mcp`, bounds: { exchangeDeadlineMs: 2_000, maxWireBytes: 10_000, maxDecodedBytes: 1_000 } }]
    await use({ endpoints, development: { loopbackEndpoints: [KEY] } }, sockets)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

test('E-01 to E-25: a special address is no destination, however it is written', () => {
  const hosts = [
    '127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '017700000001', '0177.0.0.1', '１２７.0.0.1', '①②⑦.0.0.1', '127。0。0。1',
    '0', '0.0.0.0', '[::]', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]',
    '[2001::80ff:fffe]', '[::ffff:0:127.0.0.1]', '169.254.169.254', '[fe80::1]', '[fe80::1%25eth0]', '[fd00:ec2::254]', '[fc00::1]', '100.64.0.1',
    '100.100.100.200', '168.63.129.16', '192.0.0.192', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '192.88.99.1', '10.0.0.1',
    '172.16.0.1', '192.168.0.1', '224.0.0.1', '[ff02::1]', '255.255.255.255', '[fec0::1]', '[100::1]', '[2001:db8::1]', '[2001:2::1]', '[2001:20::1]',
    '[5f00::1]', '[3fff::1]'
  ]
  for (const host of hosts) assert.notEqual(refusalOf({ url: `https://${host}/mcp` }), null, host)
})

test('E-26 to E-30, E-38: names, spellings and ports that no review can mean', () => {
  const urls = [
    'https://localhost/', 'https://LOCALHOST/', 'https://localhost./', 'https://foo.localhost/', 'https://metadata.google.internal/', 'https://a.internal/', 'https://a.local/',
    'https://single/', 'https://127.0.0.1./', 'https://api.test./', 'https://a@b.test/', 'https://127.0.0.1:443@evil.test/', 'https://api.test\\@evil.test/', 'https://api.test/#@evil.test',
    'https://%61pi.test/', 'https://a\0b.test/', 'https://a b.test/', 'https:///', 'https://аpi.test/', 'http://api.test/', 'https://api.test:22/', 'https://api.test:6379/',
    'https://api.test:0/', 'https://api.test:65536/', 'https://api.test:80/'
  ]
  for (const url of urls) assert.notEqual(refusalOf({ url }), null, url)
  assert.equal(refusalOf({ url: 'https://api.test/mcp' }), null)
  assert.equal(refusalOf({ url: 'https://api.test:8443/mcp', ports: [8443] }), null)
})

test('a private network admits exactly itself', () => {
  for (const [host, reason] of [['10.1.2.3', null], ['10.1.3.0', 'address'], ['10.1.1.255', 'address']]) {
    assert.equal(refusalOf({ url: `https://${host}/mcp`, privateRanges: ['10.1.2.0/24'] }), reason, host)
  }
  assert.equal(refusalOf({ url: 'https://100.100.100.200/mcp', privateRanges: ['100.64.0.0/10'] }), 'address')
})

test('E-31: one answer that is not public refuses them all', async () => {
  const endpoints = [{ ...KEY, url: 'https://api.test/mcp' }]
  const [good, bad] = ['198.41.0.4', '10.0.0.1']
  assert.equal(await ask({ endpoints, resolver: async () => [...Array(49).fill(good), bad] }), 'address_denied private')
  assert.equal(await ask({ endpoints, resolver: async () => [good, '::1'] }), 'address_denied loopback')
  assert.equal(await ask({ endpoints, resolver: async () => [] }), 'address_denied none')
})

test('E-35, E-36, E-54: what a caller may not say', async () => {
  const endpoints = [{ ...KEY, url: 'https://api.test/mcp' }]
  const resolver = () => assert.fail('nothing is looked up')
  for (const header of [['host', 'evil.test'], ['transfer-encoding', 'chunked'], ['proxy-authorization', 'x'], ['x-a', 'one\r\ntwo: 2'], ['a b', '1']]) {
    assert.equal(await ask({ endpoints, resolver }, { headers: [header] }), 'destination_denied header')
  }
  assert.equal(await ask({ endpoints, resolver }, { endpoint: { ...KEY, connectionRef: 'other' } }), 'destination_denied unbound')
})

test('E-37: a redirect is refused', () =>
  withPeer(
    (socket) => socket.end('HTTP/1.1 307 There\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n'),
    async (options, sockets) => {
      assert.equal(await ask(options), 'redirect_denied 307')
      assert.equal(sockets.size, 1)
    }
  ))

test('E-40, E-45: a body and an extension of a chunk without end', async () => {
  await withPeer(
    (socket) => socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(2_000)}`),
    async (options) => assert.equal(await ask(options), 'egress_bound_exceeded maxDecodedBytes')
  )
  await withPeer(
    (socket) => socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}`),
    async (options) => assert.equal(await ask(options), 'egress_bound_exceeded maxWireBytes')
  )
})

test('E-43, E-46, E-51: a flood of 103, two lengths, and an end instead of an answer', async () => {
  await withPeer(
    (socket) => socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(2_000)),
    async (options) => assert.match(await ask(options), /^egress_bound_exceeded /)
  )
  await withPeer(
    (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
    async (options) => assert.equal(await ask(options), 'egress_response_invalid framing')
  )
  await withPeer(
    (socket) => socket.destroy(),
    async (options, sockets) => {
      assert.equal(await ask(options), 'egress_unreachable reset')
      assert.equal(sockets.size, 1)
    }
  )
})

test('E-44, E-49: silence ends at the deadline, and with the signal', () =>
  withPeer(
    () => undefined,
    async (options) => {
      assert.equal(await ask(options, { deadlineMs: 50 }), 'egress_timeout head')
      const reason = Object.assign(new Error('enough'), { code: 'enough', details: { reason: 'aborted' } })
      const controller = new AbortController()
      assert.equal(await ask(options, { signal: controller.signal, onDispatch: () => setImmediate(() => controller.abort(reason)) }), 'enough aborted')
    }
  ))

const AUTHORITY = issueCertificate({ name: 'throw-away' })

/** A server over TLS that reads requests, and how often one got that far. */
async function withSecurePeer(identity, use) {
  let requests = 0
  const server = createSecureServer({ cert: identity.cert, key: identity.key, minVersion: 'TLSv1', ...identity.tls }, (_request, response) => {
    requests += 1
    response.end('ok')
  })
  server.on('tlsClientError', () => undefined)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const endpoints = [{ ...KEY, url: `https://api.test:${server.address().port}/mcp`, certificateAuthority: AUTHORITY.cert }]
    await use({ endpoints, resolver: async () => ['127.0.0.1'], development: { loopbackEndpoints: [KEY] } }, () => requests)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('E-33, E-34: a certificate for another name, another time, another use or by another authority, and old TLS', async () => {
  const HOUR_MS = 3_600_000
  const now = Date.now()
  const good = { name: 'api.test', by: AUTHORITY }
  await withSecurePeer(issueCertificate(good), async (options, requests) => {
    assert.equal(await ask(options), 200)
    assert.equal(requests(), 1)
  })
  const refused = [
    issueCertificate({ ...good, name: 'evil.test' }),
    issueCertificate({ ...good, notBefore: new Date(now - 2 * HOUR_MS), notAfter: new Date(now - HOUR_MS) }),
    issueCertificate({ ...good, notBefore: new Date(now + HOUR_MS), notAfter: new Date(now + 2 * HOUR_MS) }),
    issueCertificate({ ...good, usage: '2b06010505070302' }),
    issueCertificate({ ...good, by: issueCertificate({ name: 'throw-away' }) }),
    { ...issueCertificate(good), tls: { maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } }
  ]
  for (const identity of refused) {
    await withSecurePeer(identity, async (options, requests) => {
      assert.equal(await ask(options), 'egress_unreachable tls')
      assert.equal(requests(), 0)
    })
  }
})

test('E-32: one look-up for a connection, and none to where the name leads afterwards', () =>
  withSecurePeer(issueCertificate({ name: 'api.test', by: AUTHORITY }), async (options) => {
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const resolver = async () => answers.shift() ?? assert.fail('looked up too often')
    assert.equal(await ask({ ...options, resolver }), 200)
    assert.equal(await ask({ ...options, resolver }), 'address_denied private')
    assert.equal(answers.length, 0)
  }))

test('E-39: the environment turns nothing off and names no proxy', () =>
  withSecurePeer(issueCertificate({ name: 'localhost', by: issueCertificate({ name: 'unknown' }) }), async ({ endpoints }, requests) => {
    const url = endpoints[0].url.replace('api.test', 'localhost')
    const program = `
      const { createEgress } = await import('@b10x/egress-undici')
      const egress = createEgress({ endpoints: [{ connectionRef: 'c', endpointRef: 'e', url: ${JSON.stringify(url)} }], development: { loopbackEndpoints: [{ connectionRef: 'c', endpointRef: 'e' }] } })
      const request = { endpoint: { connectionRef: 'c', endpointRef: 'e' }, method: 'POST', headers: [], body: '{}', signal: new AbortController().signal, onDispatch() {} }
      await egress.exchange(request, { onHead() {}, onChunk: () => true }).then(() => console.log('reached'), ({ code, details }) => console.log(code, details.reason))
      await egress.close()`
    await withPeer(
      () => assert.fail('the proxy is asked'),
      async ({ endpoints: [proxy] }, opened) => {
        const { origin } = new URL(proxy.url)
        const env = { PATH: process.env.PATH, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: origin, HTTP_PROXY: origin, ALL_PROXY: origin }
        const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env })
        assert.equal(stdout, 'egress_unreachable tls\n')
        assert.match(stderr, /EgressWarning/)
        assert.deepEqual([requests(), opened.size], [0, 0])
      }
    )
  }))

test('E-41, E-42: what is coded, and a head without end', async () => {
  const body = gzipSync(Buffer.alloc(1 << 20))
  await withPeer(
    (socket) => socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`), body])),
    async (options) => assert.match(await ask(options), /^egress_response_invalid content_encoding$|^egress_bound_exceeded /)
  )
  await withPeer(
    (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(40_000)}`),
    async (options) => assert.match(await ask(options), /^egress_bound_exceeded /)
  )
})

test('E-47, E-55: a body over its bound, and a path that is not canonical', async () => {
  const endpoints = [{ ...KEY, url: 'https://api.test/mcp', bounds: { maxRequestBytes: 10 } }]
  assert.equal(await ask({ endpoints, resolver: () => assert.fail('nothing is looked up') }, { body: 'é'.repeat(6) }), 'egress_bound_exceeded maxRequestBytes')
  for (const url of ['https://api.test/a/../b', 'https://api.test/%2e%2e/b', 'https://api.test/mcp?a', 'https://api.test/mcp#a']) assert.notEqual(refusalOf({ url }), null, url)
})

test('E-48, E-50: a queue with a bound, and a look-up without an end', () =>
  withPeer(
    () => undefined,
    async (options, sockets) => {
      const endpoints = [{ ...options.endpoints[0], bounds: { maxConnections: 2, maxQueued: 3, exchangeDeadlineMs: 200 } }]
      const egress = createEgress({ ...options, endpoints, onWarning() {} })
      const request = { endpoint: KEY, method: 'POST', headers: [], body: '{}', signal: new AbortController().signal, onDispatch() {} }
      const asked = Array.from({ length: 50 }, () => egress.exchange(request, { onHead() {}, onChunk: () => true }).catch(({ code }) => code))
      const codes = await Promise.all(asked)
      assert.deepEqual([codes.filter((code) => code === 'egress_saturated').length, codes.filter((code) => code === 'egress_timeout').length], [45, 5])
      // Those that waited get no connection after their deadline.
      assert.ok(sockets.size <= 4)
      await egress.close()
      assert.equal(await ask({ endpoints: [{ ...KEY, url: 'https://api.test/' }], resolver: () => new Promise(() => undefined) }, { deadlineMs: 30 }), 'egress_timeout dns')
    }
  ))

test('E-52: an answer before the request was read whole', () =>
  withPeer(
    (socket) => socket.end('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
    async (options) => assert.match(String(await ask(options, { body: 'x'.repeat(500_000) })), /^(413|egress_unreachable .*)$/)
  ))
