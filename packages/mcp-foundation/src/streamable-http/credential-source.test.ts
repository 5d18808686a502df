import { GovernedError } from '@b10x/ports/errors'
import { expectCode, expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { createCredentialSource } from './credential-source.ts'

const RESERVED = [
  'Host', 'content-length', 'Content-Type', 'accept', 'Accept-Encoding', 'connection', 'Transfer-Encoding', 'te', 'upgrade',
  'expect', 'proxy-authorization', 'Proxy-Anything', 'keep-alive', 'trailer', 'mcp-session-id', 'Mcp-Param-x', 'last-event-id'
]

const { signal } = new AbortController()

describe('createCredentialSource', () => {
  it('lowers names and keeps values as they are', async () => {
    const source = createCredentialSource({ Authorization: 'Bearer a b', 'x-key': 'caf\u00e9\t~' })
    expect(source.known()).toEqual([
      ['authorization', 'Bearer a b'],
      ['x-key', 'caf\u00e9\t~']
    ])
    expect(await source.ask(signal)).toEqual(source.known())
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
    expect(source.known()).toBeNull()
    expect([await source.ask(signal), await source.ask(signal)]).toEqual([[['x-count', '1']], [['x-count', '2']]])
    const bad = createCredentialSource(() => Promise.resolve({ host: 'other.test' }))
    await expectCode(bad.ask(signal), 'header_invalid')
  })

  it.each([
    ['throws', () => { throw new Error('vault closed') }],
    ['rejects', () => Promise.reject(new Error('vault closed'))],
    ['returns nothing', () => undefined as never]
  ])('refuses the request when the function %s', async (_how, ask) => {
    const error = await expectCode(createCredentialSource(ask).ask(signal), 'header_invalid')
    expect(error.details).toEqual({ header: '[unusable]', reason: 'value' })
  })
})

describe('with an authorization', () => {
  const answerChallenge = (): Promise<boolean> => Promise.resolve(false)

  it('asks it with the signal of the request, after the headers', async () => {
    const signals: AbortSignal[] = []
    const source = createCredentialSource({ 'x-key': 'k' }, {
      headers: async (given) => {
        signals.push(given)
        return { Authorization: 'Bearer t' }
      },
      answerChallenge
    })
    expect(source.known()).toBeNull()
    expect(await source.ask(signal)).toEqual([['x-key', 'k'], ['authorization', 'Bearer t']])
    expect(signals).toEqual([signal])
  })

  it('sends nothing of it while there is no credential', async () => {
    expect(await createCredentialSource({}, { headers: () => ({}), answerChallenge }).ask(signal)).toEqual([])
  })

  it.each([
    ['a name of the headers', { 'X-Key': 's3cret' }, 'x-key', 'name'],
    ['a name of the transport', { 'Mcp-Session-Id': 's3cret' }, 'mcp-session-id', 'reserved'],
    ['a value that no header can carry', { authorization: 's3cret\n' }, 'authorization', 'value']
  ])('refuses %s', async (_name, headers, header, reason) => {
    const source = createCredentialSource({ 'x-key': 'k' }, { headers: () => headers, answerChallenge })
    const error = await expectCode(source.ask(signal), 'header_invalid')
    expect(error.details).toEqual({ header, reason })
    expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain('s3cret')
  })

  it('hands on a refusal that it throws, and refuses the request for anything else', async () => {
    const refusal = new GovernedError('authorization_required', {})
    const throwing = (error: Error) => createCredentialSource({}, { headers: () => Promise.reject(error), answerChallenge }).ask(signal)
    await expect(throwing(refusal)).rejects.toBe(refusal)
    expect((await expectCode(throwing(new Error('vault closed')), 'header_invalid')).cause).toEqual(new Error('vault closed'))
  })
})
