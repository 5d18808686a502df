import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { createEgress } from '@b10x/egress-undici'

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
