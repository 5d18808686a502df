import { expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { parseEndpoint } from '../streamable-http/parse-endpoint.ts'
import { resolveMessageAddress } from './resolve-message-address.ts'

const STREAM = parseEndpoint('https://tools.example:8443/a/sse?key=1', [])

describe('where messages are posted', () => {
  it.each([
    ['/messages?sessionId=7', 'https://tools.example:8443/messages?sessionId=7'],
    ['messages', 'https://tools.example:8443/a/messages'],
    ['?sessionId=7', 'https://tools.example:8443/a/sse?sessionId=7'],
    ['https://tools.example:8443/m', 'https://tools.example:8443/m'],
    ['//TOOLS.example:8443/m', 'https://tools.example:8443/m'],
    ['HTTPS://tools.example:8443', 'https://tools.example:8443/']
  ])('%s', (sent, url) => expect(resolveMessageAddress(sent, STREAM)).toBe(url))

  it('is plain http where the stream was allowed to be', () => {
    const stream = parseEndpoint('http://inside.example/sse', ['inside.example'])
    expect(resolveMessageAddress('/m', stream)).toBe('http://inside.example/m')
  })

  it.each([
    ['https://evil.example/m', 'other_origin'],
    ['//evil.example/m', 'other_origin'],
    ['\\\\evil.example/m', 'other_origin'],
    ['https://tools.example/m', 'other_origin'],
    ['http://tools.example:8443/m', 'other_origin'],
    ['https://tools.example.evil.example:8443/m', 'other_origin'],
    ['https://tools.example:8443@evil.example/m', 'other_origin'],
    ['data:text/plain,x', 'other_origin'],
    ['blob:https://tools.example:8443/m', 'scheme'],
    ['https://someone:secret@tools.example:8443/m', 'userinfo'],
    ['/m#there', 'fragment'],
    ['https://', 'unparsable'],
    ['//[', 'unparsable']
  ])('is never %s', (sent, reason) => {
    expect(expectThrownCode(() => resolveMessageAddress(sent, STREAM), 'endpoint_invalid').details).toEqual({ reason })
  })
})
