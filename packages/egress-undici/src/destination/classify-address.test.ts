// Host spellings of the threat catalogue (E-01 to E-25, docs/security-cases.md), after the URL parser and as answers of a resolver.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyAddress } from './classify-address.ts'
import { readAddress } from './read-address.ts'

const REVIEWED = { ports: [443], ranges: [], mayBeLoopback: false }

const SPELLINGS: readonly (readonly [number: string, hosts: readonly string[], fault: string])[] = [
  ['E-01 to E-09', ['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '017700000001', '0177.0.0.1', '１２７.０.０.１', '①②⑦.⓪.⓪.①', '127。0。0。1'], 'loopback'],
  ['E-10', ['0', '0.0.0.0', '[::]'], 'special'],
  ['E-11', ['[::1]'], 'loopback'],
  ['E-12', ['[::ffff:127.0.0.1]'], 'loopback'],
  ['E-12', ['[::ffff:a9fe:a9fe]'], 'metadata'],
  ['E-13', ['[::127.0.0.1]', '[::808:808]'], 'special'],
  ['E-14', ['[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]'], 'special'],
  ['E-15', ['[2002:7f00:1::]'], 'special'],
  ['E-16', ['[2001::80ff:fffe]'], 'special'],
  ['E-17', ['[::ffff:0:127.0.0.1]'], 'special'],
  ['E-18', ['169.254.169.254'], 'metadata'],
  ['E-18', ['169.254.1.1', '[fe80::1]'], 'link_local'],
  ['E-19', ['[fd00:ec2::254]'], 'metadata'],
  ['E-19', ['[fc00::1]'], 'private'],
  ['E-20', ['100.64.0.1'], 'private'],
  ['E-20', ['100.100.100.200'], 'metadata'],
  ['E-21', ['168.63.129.16'], 'metadata'],
  ['E-22', ['192.0.0.192'], 'metadata'],
  ['E-22', ['192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '192.88.99.1'], 'special'],
  ['E-23', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1'], 'private'],
  ['E-24', ['224.0.0.1', '[ff02::1]', '255.255.255.255'], 'special'],
  ['E-25', ['[fec0::1]', '[100::1]', '[2001:db8::1]', '[2001:2::1]', '[2001:20::1]', '[5f00::1]', '[3fff::1]'], 'special']
]

describe.each(SPELLINGS)('%s', (_number, hosts, fault) => {
  it.each(hosts)(`${fault}: %s`, (host) => {
    const { hostname } = new URL(`https://${host}/`)
    expect(classifyAddress(hostname.replace(/^\[|\]$/g, '')).fault).toBe(fault)
    expect(readAddress(`https://${host}/mcp`, REVIEWED)).toBe('address')
  })
})

it('E-18: an address with a zone is none', () => {
  expect(URL.canParse('https://[fe80::1%25eth0]/')).toBe(false)
  expect(classifyAddress('fe80::1%eth0').fault).toBe('special')
})

it.each(['', 'localhost', '127.1', '0x7f.1', '1.2.3', '1.2.3.4.5', '256.1.1.1', '1.2.3.4 ', ':::', 'api.test'])('%j as the answer of a resolver is no address', (answer) => {
  expect(classifyAddress(answer).fault).toBe('special')
})

const PUBLIC = ['1.1.1.1', '8.8.8.8', '93.184.216.34', '104.16.132.229', '151.101.1.69', '172.15.255.255', '172.32.0.1', '11.0.0.1', '2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450:4001:829::200e']

it.each(PUBLIC)('public: %s', (address) => {
  expect(classifyAddress(address)).toEqual({ address, fault: null })
  const host = address.includes(':') ? `[${address}]` : address
  expect(readAddress(`https://${host}/mcp`, REVIEWED)).toMatchObject({ host: address, isLiteral: true })
})

/** Every way to write a special IPv4 address that the URL parser or a resolver may give. */
function spellingsOf(address: string): readonly string[] {
  const parts = address.split('.').map(Number) as [number, number, number, number]
  const whole = ((parts[0] << 24) | (parts[1] << 16) | (parts[2] << 8) | parts[3]) >>> 0
  const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0')
  const high = hex(whole >>> 16, 4)
  const low = hex(whole & 0xffff, 4)
  const radix = [(value: number): string => String(value), (value: number): string => `0x${value.toString(16)}`, (value: number): string => `0${value.toString(8)}`] as const
  const mixed = radix.flatMap((a) => radix.flatMap((b) => radix.flatMap((c) => radix.map((d) => `${a(parts[0])}.${b(parts[1])}.${c(parts[2])}.${d(parts[3])}`))))
  const wide = address.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  const encoded = [...address].map((letter) => (letter === '.' ? '.' : `%3${letter}`)).join('')
  return [
    ...radix.map((as) => as(whole)),
    ...radix.map((as) => `${as(parts[0])}.${as(whole & 0xffffff)}`),
    ...radix.map((as) => `${as(parts[0])}.${as(parts[1])}.${as(whole & 0xffff)}`),
    ...mixed,
    wide,
    encoded,
    `${address}.`,
    address.replaceAll('.', '。'),
    ...[`::ffff:${high}:${low}`, `::${high}:${low}`, `64:ff9b::${high}:${low}`, `2002:${high}:${low}::`, `::ffff:0:${high}:${low}`, `::ffff:${address}`, `::${address}`].map((text) => `[${text}]`)
  ]
}

const SPECIAL = ['127.0.0.1', '0.0.0.0', '10.1.2.3', '169.254.169.254', '168.63.129.16', '100.100.100.200', '192.168.1.1', '172.16.9.9', '224.0.0.1', '192.0.0.192']

it('no spelling of a special address gets through', () => {
  const spellings = SPECIAL.flatMap(spellingsOf)
  expect(spellings.length).toBeGreaterThan(900)
  expect(spellings.filter((host) => typeof readAddress(`https://${host}/`, REVIEWED) !== 'string')).toEqual([])
})

it('no address of a special network gets through, in any disguise', () => {
  const octet = fc.integer({ min: 0, max: 255 })
  const special = fc.oneof(
    fc.tuple(fc.constantFrom(0, 10, 127, 255), octet, octet, octet),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
    fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
    fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
    fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet)
  )
  fc.assert(
    fc.property(special.chain((parts) => fc.constantFrom(...spellingsOf(parts.join('.')))), (host) => {
      expect(typeof readAddress(`https://${host}/`, REVIEWED)).toBe('string')
    }),
    { numRuns: 2_000 }
  )
})

it('gives one spelling of an address', () => {
  expect(classifyAddress('2606:4700:4700:0:0:0:0:1111').address).toBe('2606:4700:4700::1111')
  expect(classifyAddress('::ffff:1.1.1.1')).toEqual({ address: '1.1.1.1', fault: null })
})
