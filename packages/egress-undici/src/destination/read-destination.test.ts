import { rootCertificates } from 'node:tls'
import { expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { KEY } from '../__fixtures__/ask.ts'
import { EGRESS_CEILINGS } from '../egress-bounds.ts'
import type { EndpointBinding } from '../endpoint-binding.ts'
import { isInRange, readRange } from './address-ranges.ts'
import type { AddressRange } from './address-ranges.ts'
import { readDestination } from './read-destination.ts'

const read = (binding: Partial<EndpointBinding>, mayBeLoopback = false): ReturnType<typeof readDestination> =>
  readDestination({ ...KEY, url: 'https://api.test/mcp', ...binding }, mayBeLoopback)

function expectRefused(binding: Partial<EndpointBinding>, reason: string, mayBeLoopback = false): void {
  const error = expectThrownCode(() => read(binding, mayBeLoopback), 'egress_binding_invalid')
  expect(error.details).toEqual({ ...KEY, reason })
}

describe('an address that is reviewed', () => {
  it.each([
    ['https://api.test', 'https://api.test/', 'api.test', '/'],
    ['https://api.test/mcp', 'https://api.test/mcp', 'api.test', '/mcp'],
    ['https://xn--bcher-kva.test/a/b', 'https://xn--bcher-kva.test/a/b', 'xn--bcher-kva.test', '/a/b'],
    ['https://[2606:4700:4700::1111]/mcp', 'https://[2606:4700:4700::1111]/mcp', '2606:4700:4700::1111', '/mcp']
  ])('%s', (url, canonical, host, path) => {
    expect(read({ url })).toMatchObject({ url: canonical, host, path, port: 443, isSecure: true })
  })

  it.each([
    ['E-26', 'https://localhost/', 'name'],
    ['E-26', 'https://LOCALHOST/', 'name'],
    ['E-26', 'https://localhost./', 'name'],
    ['E-26', 'https://foo.localhost/', 'name'],
    ['E-26', 'https://metadata.google.internal/', 'name'],
    ['E-26', 'https://anything.internal/', 'name'],
    ['E-26', 'https://printer.local/', 'name'],
    ['E-26', 'https://intranet/', 'name'],
    ['E-27', 'https://127.0.0.1./', 'address'],
    ['E-27', 'https://api.test./', 'name'],
    ['E-28', 'https://a@api.test/', 'userinfo'],
    ['E-28', 'https://a:b@api.test/', 'userinfo'],
    ['E-28', 'https://127.0.0.1:443@api.test/', 'userinfo'],
    ['E-28', 'https://api.test\\@evil.test/', 'userinfo'],
    ['E-28', 'https://api.test#@evil.test/', 'userinfo'],
    ['E-28', 'https://api.test\\mcp', 'unparsable'],
    ['E-29', 'https://api%2etest/', 'unparsable'],
    ['E-29', 'https://api.test%00/', 'unparsable'],
    ['E-29', 'https://api.te\tst/', 'unparsable'],
    ['E-29', 'https://api.te\nst/', 'unparsable'],
    ['E-29', 'https://api. test/', 'unparsable'],
    ['E-29', 'https:///', 'unparsable'],
    ['E-29', ' https://api.test/', 'unparsable'],
    ['E-30', 'https://bücher.test/', 'unparsable'],
    ['E-30', 'https://аpi.test/', 'unparsable'],
    ['E-30', 'https://API.test/', 'unparsable'],
    ['E-38', 'https://api.test:22/', 'port'],
    ['E-38', 'https://api.test:25/', 'port'],
    ['E-38', 'https://api.test:6379/', 'port'],
    ['E-38', 'https://api.test:80/', 'port'],
    ['E-38', 'https://api.test:0/', 'port'],
    ['E-38', 'https://api.test:65536/', 'unparsable'],
    ['E-38', 'https://api.test:443/', 'unparsable'],
    ['E-55', 'https://api.test/a/../b', 'unparsable'],
    ['E-55', 'https://api.test/%2e%2e/b', 'unparsable'],
    ['E-55', 'https://api.test/mcp?a=1', 'query'],
    ['E-55', 'https://api.test/mcp?', 'query'],
    ['E-55', 'https://api.test/mcp#a', 'fragment'],
    ['', 'http://api.test/', 'scheme'],
    ['', 'ftp://api.test/', 'scheme'],
    ['', 'http://127.0.0.1/', 'scheme']
  ])('%s refused: %j (%s)', (_number, url, reason) => expectRefused({ url }, reason))

  it('E-38: another port is one that the review names', () => {
    expect(read({ url: 'https://api.test:8443/mcp', ports: [8443] })).toMatchObject({ port: 8443, origin: 'https://api.test:8443' })
    expectRefused({ url: 'https://api.test/mcp', ports: [8443] }, 'port')
  })
})

describe('loopback', () => {
  it.each(['http://127.0.0.1:4000/mcp', 'http://[::1]:4000/mcp', 'http://localhost:4000/mcp', 'https://localhost:4000/mcp'])('%s only with the switch', (url) => {
    expect(read({ url }, true)).toMatchObject({ url, mayBeLoopback: true })
    expectRefused({ url }, url.startsWith('http:') ? 'scheme' : 'name')
  })

  it.each(['http://api.test/', 'http://api.evillocalhost/', 'http://10.0.0.1/', 'http://1.1.1.1/'])('%s never without TLS', (url) => expectRefused({ url, privateRanges: ['10.0.0.0/8'] }, url.includes('api') ? 'scheme' : 'address', true))
})

describe('a private network that is named', () => {
  it('makes local names and its own addresses acceptable, and no others', () => {
    const privateRanges = ['10.1.2.0/24']
    expect(read({ url: 'https://10.1.2.3/', privateRanges })).toMatchObject({ host: '10.1.2.3', isLiteral: true })
    expect(read({ url: 'https://mcp.corp.internal/', privateRanges })).toMatchObject({ host: 'mcp.corp.internal' })
    for (const url of ['https://10.1.3.1/', 'https://10.1.1.255/', 'https://192.168.0.1/', 'https://127.0.0.1/', 'https://169.254.169.254/']) expectRefused({ url, privateRanges }, 'address')
    expectRefused({ url: 'https://metadata.google.internal/', privateRanges }, 'name')
  })

  it.each(['0.0.0.0/0', '::/0', '8.8.8.0/24', '127.0.0.0/8', '169.254.0.0/16', '10.0.0.0/7', '10.1.2.3/24', '10.0.0.0', '10.0.0.0/33', '::ffff:10.0.0.0/104', '0x0a.0.0.0/8', '10.0/8', '', 'fe80::/10'])('%j is none', (range) => {
    expect(readRange(range)).toBeNull()
    expectRefused({ privateRanges: [range] }, 'range')
  })

  it('a metadata service is none, though a network around it is', () => {
    const ranges = [readRange('100.64.0.0/10'), readRange('fc00::/7')] as AddressRange[]
    expect(ranges).not.toContain(null)
    for (const url of ['https://100.100.100.200/', 'https://[fd00:ec2::254]/']) expectRefused({ url, privateRanges: ['100.64.0.0/10', 'fc00::/7'] }, 'address')
    expect(isInRange('100.64.0.1', ranges)).toBe(true)
  })

  it.each(['10.1.2.0/24', '192.168.7.128/25', '172.16.5.4/32', 'fd12:3456::/32'])('%s admits exactly itself', (text) => {
    const range = readRange(text)
    if (range === null) throw new Error('no range')
    const bits = range[0].kind() === 'ipv4' ? 32n : 128n
    const first = BigInt(`0x${Buffer.from(range[0].toByteArray()).toString('hex')}`)
    const size = 1n << (bits - BigInt(range[1]))
    const inside = [first, first + size - 1n].map((value) => isInRange(addressOf(value, bits), [range]))
    const outside = [first - 1n, first + size].map((value) => isInRange(addressOf(value, bits), [range]))
    expect([inside, outside]).toEqual([[true, true], [false, false]])
  })
})

function addressOf(value: bigint, bits: bigint): string {
  const hex = value.toString(16).padStart(Number(bits) / 4, '0')
  return bits === 32n ? [...Buffer.from(hex, 'hex')].join('.') : (hex.match(/.{4}/g) ?? []).join(':')
}

describe('the rest of a review', () => {
  it.each<[Partial<EndpointBinding>, string]>([
    [{ methods: [] }, 'method'],
    [{ methods: ['PUT' as never] }, 'method'],
    [{ requestHeaders: ['host'] }, 'header'],
    [{ requestHeaders: ['Accept'] }, 'header'],
    [{ responseHeaders: ['Content-Type'] }, 'header'],
    [{ bounds: { maxWireBytes: 0 } }, 'bound'],
    [{ bounds: { maxWireBytes: EGRESS_CEILINGS.maxWireBytes + 1 } }, 'bound'],
    [{ bounds: { maxHeaderBytes: 1.5 } }, 'bound'],
    [{ bounds: { unknown: 1 } as never }, 'bound'],
    [{ certificateAuthority: 'no certificate' }, 'authority'],
    [{ certificateAuthority: '' }, 'authority'],
    [{ certificateAuthority: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' }, 'authority'],
    [{ proxy: { url: 'https://proxy.test:3128' } }, 'proxy'],
    [{ proxy: { url: 'http://user@proxy.test:3128' } }, 'proxy'],
    [{ proxy: { url: 'http://proxy.test:3128/path' } }, 'proxy'],
    [{ proxy: { url: 'http://169.254.169.254:80' } }, 'proxy'],
    [{ proxy: { url: 'http://proxy.test:0' } }, 'proxy'],
    [{ proxy: { url: 'nonsense' } }, 'proxy']
  ])('refused: %j', (binding, reason) => expectRefused(binding, reason))

  it('trusts all certificates of its authority or none: what TLS would pass over is refused', () => {
    const [one = '', two = ''] = rootCertificates
    expect(read({ certificateAuthority: `a comment\n${one}\n${two}\n` }).certificateAuthority).toContain(two)
    const key = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'
    for (const certificateAuthority of [`${one}\n${two.slice(0, 300)}`, `${two.slice(0, 300)}\n${one}`, `${one}\n${key}`, one.slice(0, -30)]) expectRefused({ certificateAuthority }, 'authority')
  })

  it('has defaults', () => {
    const { methods, requestHeaders, responseHeaders } = read({})
    expect([[...methods], requestHeaders, responseHeaders.has('set-cookie'), responseHeaders.has('mcp-session-id')]).toEqual([['POST', 'DELETE'], null, false, true])
  })
})
