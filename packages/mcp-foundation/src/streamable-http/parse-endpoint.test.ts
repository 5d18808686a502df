import { expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { parseEndpoint } from './parse-endpoint.ts'

describe('parseEndpoint', () => {
  it.each([
    'https://example.test/mcp',
    'http://localhost:3000/mcp',
    'http://127.0.0.1/mcp',
    'http://127.1/mcp',
    'http://127.9.8.7:1/mcp',
    'http://0x7f000001/mcp',
    'http://[::1]:8080/mcp'
  ])('accepts %s', (url) => {
    expect(parseEndpoint(url, []).href).toBe(new URL(url).href)
  })

  it.each([
    ['', 'unparsable'],
    ['example.test/mcp', 'unparsable'],
    ['https://exa mple.test/', 'unparsable'],
    ['https://example.test:65536/', 'unparsable'],
    ['ftp://example.test/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['ws://localhost/', 'scheme'],
    ['http://example.test/', 'insecure'],
    ['http://10.0.0.1/', 'insecure'],
    ['http://128.0.0.1/', 'insecure'],
    ['http://127.0.0.1.example.test/', 'insecure'],
    ['http://localhost.example.test/', 'insecure'],
    ['http://[::ffff:127.0.0.1]/', 'insecure'],
    ['http://0.0.0.0/', 'insecure'],
    ['https://user@example.test/', 'userinfo'],
    ['https://user:secret@example.test/', 'userinfo'],
    ['https://:secret@example.test/', 'userinfo'],
    ['https://example.test/#part', 'fragment'],
    ['https://example.test/#', 'fragment']
  ])('refuses %j as %s', (url, reason) => {
    expect(expectThrownCode(() => parseEndpoint(url, []), 'endpoint_invalid').details).toEqual({ reason })
  })

  it.each([
    ['http://inside.test/', ['inside.test']],
    ['http://INSIDE.test:8080/', ['Inside.Test']],
    ['http://inside.test:8080/', ['inside.test:8080']]
  ])('reaches %s when %j are allowed', (url, hosts) => {
    expect(parseEndpoint(url, hosts).origin).toBe(new URL(url).origin)
  })

  it.each([
    ['http://other.test/', ['inside.test']],
    ['http://sub.inside.test/', ['inside.test']],
    ['http://inside.test:81/', ['inside.test:8080']]
  ])('does not reach %s when %j are allowed', (url, hosts) => {
    expectThrownCode(() => parseEndpoint(url, hosts), 'endpoint_invalid')
  })

  it('shows an address without the values of its query', () => {
    const { evidence, href } = parseEndpoint('https://example.test/mcp?key=s3cret&empty=&s3cret&a=b=s3cret', [])
    expect(evidence).toBe('https://example.test/mcp?key=[redacted]&empty=[redacted]&[redacted]&a=[redacted]')
    expect(href).toContain('s3cret')
  })

  it('takes a URL object too', () => {
    expect(parseEndpoint(new URL('https://example.test/a'), []).evidence).toBe('https://example.test/a')
  })
})
