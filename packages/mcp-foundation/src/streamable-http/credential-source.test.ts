import { expectCode, expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { createCredentialSource } from './credential-source.ts'

const RESERVED = [
  'Host', 'content-length', 'Content-Type', 'accept', 'Accept-Encoding', 'connection', 'Transfer-Encoding', 'te', 'upgrade',
  'expect', 'proxy-authorization', 'Proxy-Anything', 'keep-alive', 'trailer', 'mcp-session-id', 'Mcp-Param-x', 'last-event-id'
]

describe('createCredentialSource', () => {
  it('lowers names and keeps values as they are', () => {
    const source = createCredentialSource({ Authorization: 'Bearer a b', 'x-key': 'caf\u00e9\t~' })
    expect(source()).toEqual([
      ['authorization', 'Bearer a b'],
      ['x-key', 'caf\u00e9\t~']
    ])
  })

  it.each(RESERVED)('keeps %s for the transport', (name) => {
    const { details } = expectThrownCode(() => createCredentialSource({ [name]: 'x' }), 'header_invalid')
    expect(details).toEqual({ header: name.toLowerCase(), reason: 'reserved' })
  })

  it.each(['', 'a b', 'a:b', 'a\r\nb', 'a\0', 'caf\u00e9', 's3cret: value'])('refuses the name %j without repeating it', (name) => {
    const error = expectThrownCode(() => createCredentialSource({ [name]: 'x' }), 'header_invalid')
    expect(error.details).toEqual({ header: '[unusable]', reason: 'name' })
  })

  it('refuses one name in two spellings', () => {
    const { details } = expectThrownCode(() => createCredentialSource({ 'X-Key': 'a', 'x-key': 'b' }), 'header_invalid')
    expect(details).toEqual({ header: 'x-key', reason: 'name' })
  })

  it.each(['s3cret\r\nx: y', 's3cret\n', 's3cret\0', 's3cret\u0100', 's3cret\u007f', undefined, 3])(
    'refuses the value %j without repeating it',
    (value) => {
      const error = expectThrownCode(() => createCredentialSource({ authorization: value as string }), 'header_invalid')
      expect(error.details).toEqual({ header: 'authorization', reason: 'value' })
      expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain('s3cret')
    }
  )

  it('asks a function each time and checks what it says', async () => {
    let asked = 0
    const source = createCredentialSource(() => ({ 'x-count': String((asked += 1)) }))
    expect([await source(), await source()]).toEqual([[['x-count', '1']], [['x-count', '2']]])
    const bad = createCredentialSource(() => Promise.resolve({ host: 'other.test' }))
    await expectCode(Promise.resolve(bad()), 'header_invalid')
  })

  it.each([
    ['throws', () => { throw new Error('vault closed') }],
    ['rejects', () => Promise.reject(new Error('vault closed'))],
    ['returns nothing', () => undefined as never]
  ])('refuses the request when the function %s', async (_how, ask) => {
    const error = await expectCode(Promise.resolve(createCredentialSource(ask)()), 'header_invalid')
    expect(error.details).toEqual({ header: '[unusable]', reason: 'value' })
  })
})
