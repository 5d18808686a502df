// The registries of special addresses (IANA, RFC 6890) and the public hosts beside them, by another reader than ours.
import { BlockList } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAddresses } from '../socket/find-addresses.ts'
import { classifyAddress } from './classify-address.ts'
import { readDestination } from './read-destination.ts'

const KEY = { connectionRef: 'c', endpointRef: 'mcp_connection' }

/** Not globally reachable, or not to be reached: the registry as of November 2026, multicast and what is reserved with it. */
const SPECIAL_4 = [
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24',
  '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'
]
const SPECIAL_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

const special4 = listOf(SPECIAL_4, 'ipv4')
const special6 = listOf(SPECIAL_6, 'ipv6')
/** Global unicast: all that was ever given out (RFC 4291, 2.4). */
const global6 = listOf(['2000::/3'], 'ipv6')

const octet = fc.integer({ min: 0, max: 255 })
const group = fc.integer({ min: 0, max: 0xffff })
const address4 = fc.oneof(
  fc.tuple(octet, octet, octet, octet),
  // Often near the edges of the networks above.
  fc.constantFrom(...SPECIAL_4).chain((network) => {
    const [base = '', bits] = network.split('/')
    const first = base.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
    return fc.constantFrom(first - 1, first, first + 2 ** (32 - Number(bits)) - 1, first + 2 ** (32 - Number(bits))).map((value) => [24, 16, 8, 0].map((shift) => Math.floor(Math.max(0, Math.min(value, 2 ** 32 - 1)) / 2 ** shift) % 256))
  })
).map((parts) => parts.join('.'))
const address6 = fc.tuple(fc.oneof(group, fc.constantFrom(0x2000, 0x2001, 0x2002, 0x2620, 0x2a00, 0x3ffe, 0x3fff, 0x0200, 0x4000)), group, group, group, group, group, group, group).map((groups) => groups.map((part) => part.toString(16)).join(':'))

const NAMES = [
  'api.example.com', 'example.org', 'mcp.linear.app', '1password.com', '4chan.org', '0x0.st', '127.com', '10.io', '169-254-169-254.example.net', 'localhost.example.com',
  'localhost.run', 'internal.example.com', 'my-internal.com', 'metadata.example.com', 'metadata-google-internal.com', 'local.example.de', 'mylocal.io', 'lan.party',
  'corp.com', 'private.example.co.uk', 'xn--bcher-kva.example', 'xn--fiqs8s.xn--fiqs8s', 'a.b.c.d.e.f.g.example.com', 'a-b--c.example.com', 'under_score.example.com', 'x.ai',
  'api.localhost.dev', 'home.arpa.example.com', `${'a'.repeat(63)}.example.com`, 'ff02.example.com', 'fe80.example.com', '0.pool.ntp.org', 'github.internal.example.com'
]
const ADDRESSES = [
  '1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '93.184.216.34', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.1', '168.63.129.15', '168.63.129.17',
  '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.0.3.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0',
  '198.51.99.255', '203.0.114.0', '223.255.255.255', '2001:4860:4860::8888', '2003::1', '240e::1', '2606:4700:4700::1111', '2620:fe::fe', '2a00:1450:4001:829::200e', '2c0f:fb50::1'
]

describe('zero of the public hosts are refused', () => {
  it.each(NAMES)('%s', async (name) => {
    const destination = readDestination({ ...KEY, url: `https://${name}/mcp` }, false)
    expect(destination.host).toBe(name)
    expect(await findAddresses(destination, async () => ADDRESSES)).toHaveLength(ADDRESSES.length)
  })

  it.each(ADDRESSES)('%s', async (address) => {
    const destination = readDestination({ ...KEY, url: `https://${address.includes(':') ? `[${address}]` : address}/mcp` }, false)
    expect(await findAddresses(destination, () => Promise.reject(new Error('nothing is looked up')))).toEqual([address])
  })
})

it.each(['200::1', '300:1::1', '4000::1', '1::1', '::1:0:0', 'e000::1', 'fe00::1'])('%s was never given out, so it is no public host', (address) => {
  expect(classifyAddress(address).fault).toBe('special')
})

describe('a second opinion', () => {
  it('is the same for every IPv4 address', () => {
    fc.assert(fc.property(address4, (address) => {
      expect([address, classifyAddress(address).fault === null]).toEqual([address, !special4.check(address, 'ipv4')])
    }), { numRuns: 5_000 })
  })

  it('is the same for every IPv6 address', () => {
    fc.assert(fc.property(address6, (address) => {
      expect([address, classifyAddress(address).fault === null]).toEqual([address, global6.check(address, 'ipv6') && !special6.check(address, 'ipv6')])
    }), { numRuns: 5_000 })
  })
})
