import { expectThrownCode } from '@b10x/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonTexts } from '../__fixtures__/json-arbitraries.ts'
import { ExactNumber } from '../json/exact-number.ts'
import { readMessages } from './read-messages.ts'
import type { ReceivedMessage } from './received-message.ts'

const read = (text: string, allowBatch: boolean = false): readonly ReceivedMessage[] =>
  readMessages(text, { maxJsonDepth: 64, allowBatch })

const reasonOf = (text: string, allowBatch: boolean = false): unknown =>
  expectThrownCode(() => read(text, allowBatch), 'message_invalid').details['reason']

describe('a result', () => {
  it('comes with the value and the exact text of its result member', () => {
    const [message] = read('{"jsonrpc":"2.0" , "result" : { "id": 9007199254740993, "x":1.0 } ,"id":7}\n')
    expect(message).toEqual({
      kind: 'result',
      id: 7,
      result: { id: ExactNumber.from('9007199254740993'), x: 1 },
      resultText: '{ "id": 9007199254740993, "x":1.0 }'
    })
  })

  it.each(['null', 'false', '0', '""', '[]'])('may be any JSON value: %s', (text) => {
    expect(read(`{"jsonrpc":"2.0","id":1,"result":${text}}`)).toMatchObject([{ kind: 'result', resultText: text }])
  })

  it('keeps the text of whatever JSON it is', () => {
    fc.assert(
      fc.property(jsonTexts, (text) => {
        const [message] = read(`{"id":"a",\t"result":${text}, "jsonrpc":"2.0"}`)
        // JSON white space around a value belongs to the envelope.
        expect(message).toMatchObject({ resultText: text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '') })
      })
    )
  })

  it.each([
    ['absent', '{"jsonrpc":"2.0","result":{}}'],
    ['null', '{"jsonrpc":"2.0","id":null,"result":{}}'],
    ['a fraction', '{"jsonrpc":"2.0","id":1.5,"result":{}}'],
    ['beyond a double', '{"jsonrpc":"2.0","id":9007199254740993,"result":{}}'],
    ['an unsafe double', '{"jsonrpc":"2.0","id":9007199254740992,"result":{}}'],
    ['an object', '{"jsonrpc":"2.0","id":{},"result":{}}'],
    ['an array', '{"jsonrpc":"2.0","id":[1],"result":{}}'],
    ['a boolean', '{"jsonrpc":"2.0","id":true,"result":{}}'],
    ['a string of a megabyte', `{"jsonrpc":"2.0","id":"${'x'.repeat(1 << 20)}","result":{}}`]
  ])('is refused when its id is %s', (_title, text) => expect(reasonOf(text)).toBe('not_json_rpc'))

  it('tells the id 1 from the id "1"', () => {
    expect(read('{"jsonrpc":"2.0","id":"1","result":{}}')).toMatchObject([{ id: '1' }])
    expect(read('{"jsonrpc":"2.0","id":1.0,"result":{}}')).toMatchObject([{ id: 1 }])
  })
})

describe('an error', () => {
  it.each([
    ['a number', '"id":3,', 3],
    ['null', '"id":null,', null],
    ['absent', '', null]
  ])('may have an id that is %s', (_title, member, id) => {
    const error = { code: -32601, message: 'no', data: { x: null } }
    expect(read(`{"jsonrpc":"2.0",${member}"error":${JSON.stringify(error)}}`)).toEqual([{ kind: 'error', id, code: -32601, error }])
  })

  it.each(['{"code":1.5}', '{"code":"-32601"}', '{"message":"no code"}', '{"code":1e400}', '"text"', 'null', '[]', '{"code":null}'])(
    'is kept as it is, without a code, when it is %s',
    (text) => expect(read(`{"jsonrpc":"2.0","id":1,"error":${text}}`)).toMatchObject([{ kind: 'error', code: null }])
  )

  it.each([
    ['an object', '{"jsonrpc":"2.0","id":{},"error":{}}'],
    ['a fraction', '{"jsonrpc":"2.0","id":0.5,"error":{}}']
  ])('is refused when its id is %s', (_title, text) => expect(reasonOf(text)).toBe('not_json_rpc'))

  it('is refused beside a result, whichever of the two is null', () => {
    expect(reasonOf('{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1}}')).toBe('not_json_rpc')
    expect(reasonOf('{"jsonrpc":"2.0","id":1,"result":{},"error":null}')).toBe('not_json_rpc')
    expect(reasonOf('{"jsonrpc":"2.0","id":1,"result":null,"error":{}}')).toBe('not_json_rpc')
  })
})

describe('a notification or a request', () => {
  it('is told by its id', () => {
    expect(read('{"jsonrpc":"2.0","method":"n"}')).toEqual([{ kind: 'notification', method: 'n', params: {} }])
    expect(read('{"jsonrpc":"2.0","method":"n","params":{"a":[1]}}')).toEqual([
      { kind: 'notification', method: 'n', params: { a: [1] } }
    ])
    expect(read('{"jsonrpc":"2.0","method":"ping","id":"p"}')).toEqual([{ kind: 'request', id: 'p', method: 'ping' }])
  })

  it.each([
    ['an id of null', '{"jsonrpc":"2.0","method":"ping","id":null}'],
    ['an id that is a fraction', '{"jsonrpc":"2.0","method":"ping","id":0.1}'],
    ['an id of a megabyte, which would go back to the server', `{"jsonrpc":"2.0","method":"ping","id":"${'x'.repeat(1 << 20)}"}`],
    ['a method that is no string', '{"jsonrpc":"2.0","method":5}'],
    ['params that are an array', '{"jsonrpc":"2.0","method":"n","params":[]}'],
    ['params of null', '{"jsonrpc":"2.0","method":"n","params":null}'],
    ['a result', '{"jsonrpc":"2.0","method":"n","id":1,"result":{}}'],
    ['an error', '{"jsonrpc":"2.0","method":"n","error":{}}']
  ])('is refused with %s', (_title, text) => expect(reasonOf(text)).toBe('not_json_rpc'))
})

describe('an envelope', () => {
  it.each([
    ['another version', '{"jsonrpc":"1.0","id":1,"result":{}}'],
    ['a version that is a number', '{"jsonrpc":2.0,"id":1,"result":{}}'],
    ['no version', '{"id":1,"result":{}}'],
    ['nothing in it', '{}'],
    ['only an id', '{"jsonrpc":"2.0","id":1}'],
    ['a method in upper case', '{"jsonrpc":"2.0","METHOD":"ping","id":1}'],
    ['a method with a NUL', '{"jsonrpc":"2.0","method\\u0000":"ping","id":1}'],
    ['a result with a space', '{"jsonrpc":"2.0","result ":{},"id":1}']
  ])('is refused with %s', (_title, text) => expect(reasonOf(text)).toBe('not_json_rpc'))

  it.each([
    ['twice the same method', '{"jsonrpc":"2.0","method":"a","method":"a"}'],
    ['a method once escaped', '{"jsonrpc":"2.0","method":"a","\\u006dethod":"b"}'],
    ['two results', '{"jsonrpc":"2.0","id":1,"result":{"isError":true},"result":{}}'],
    ['two ids', '{"jsonrpc":"2.0","id":1,"id":2,"result":{}}'],
    ['an unknown member twice', '{"jsonrpc":"2.0","id":1,"x":0,"x":0,"result":{}}'],
    ['__proto__ twice', '{"jsonrpc":"2.0","id":1,"__proto__":0,"__proto__":0,"result":{}}'],
    // F2: a reviewer and a model would read different text.
    ['a tool with two descriptions', '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t","description":"a","description":"b"}]}}']
  ])('is refused as ambiguous with %s', (_title, text) => expect(reasonOf(text)).toBe('duplicate_member'))

  it('may hold members that we do not know, and they change nothing', () => {
    const text = '{"__proto__":{"method":"x"},"jsonrpc":"2.0","x":{"result":5},"result":{"a":1},"trace":[],"id":1}'
    expect(read(text)).toEqual([{ kind: 'result', id: 1, result: { a: 1 }, resultText: '{"a":1}' }])
    expect('method' in {}).toBe(false)
  })

  it.each([
    ['nothing', '', 'not_an_object'],
    ['null', 'null', 'not_an_object'],
    ['a string', '"{}"', 'not_an_object'],
    ['a number', '1', 'not_an_object'],
    ['a page of HTML', '<!doctype html>', 'not_an_object'],
    ['a second message', '{"jsonrpc":"2.0","method":"a"}{"jsonrpc":"2.0","method":"b"}', 'syntax'],
    ['a message that is cut off', '{"jsonrpc":"2.0","id":1,"result":{"a"', 'syntax'],
    ['a byte order mark', '\ufeff{"jsonrpc":"2.0","method":"a"}', 'byte_order_mark'],
    ['an endless number', `{"jsonrpc":"2.0","id":1,"result":${'1'.repeat(5_000)}}`, 'number_length']
  ])('is not %s', (_title, text, reason) => {
    expect(reasonOf(text)).toBe(reason)
    expect(reasonOf(text, true)).toBe(reason)
  })

  it('counts its own level of nesting', () => {
    const nested = (depth: number): string => `{"jsonrpc":"2.0","id":1,"result":${'['.repeat(depth)}${']'.repeat(depth)}}`
    expect(read(nested(63))).toHaveLength(1)
    const { details } = expectThrownCode(() => read(nested(64)), 'bound_exceeded')
    expect(details).toEqual({ bound: 'maxJsonDepth', limit: 64, seen: 65 })
    expectThrownCode(() => read(`{"jsonrpc":"2.0","id":1,"x":${'['.repeat(1_000_000)}`), 'bound_exceeded')
  })

  it('is never quoted in a refusal', () => {
    const error = expectThrownCode(() => read('{"jsonrpc":"2.0","id":1,"result":"sk-secret" oops}'), 'message_invalid')
    expect(`${error.message}${JSON.stringify(error)}${String(error.stack)}`).not.toContain('sk-secret')
    expect(error.cause).toBeUndefined()
  })
})

describe('a batch', () => {
  const batch = '[{"jsonrpc":"2.0","method":"n"}, {"jsonrpc":"2.0","id":1,"result": {} }]'

  it('is refused unless the revision has batches', () => {
    expect(reasonOf(batch)).toBe('not_an_object')
  })

  it('is read in order where the revision has batches, and so is a single message', () => {
    expect(read(batch, true)).toEqual([
      { kind: 'notification', method: 'n', params: {} },
      { kind: 'result', id: 1, result: {}, resultText: '{}' }
    ])
    expect(read('{"jsonrpc":"2.0","method":"n"}', true)).toHaveLength(1)
  })

  it.each([
    ['nothing', '[]', 'not_json_rpc'],
    ['one message that is none', '[{"jsonrpc":"2.0","method":"n"},{}]', 'not_json_rpc'],
    ['a batch', '[[{"jsonrpc":"2.0","method":"n"}]]', 'not_an_object'],
    ['null', '[null]', 'not_an_object'],
    ['a duplicate member', '[{"jsonrpc":"2.0","method":"n","method":"n"}]', 'duplicate_member'],
    ['a trailing comma', '[{"jsonrpc":"2.0","method":"n"},]', 'not_an_object'],
    ['no end', '[{"jsonrpc":"2.0","method":"n"}', 'syntax']
  ])('is refused as a whole when it holds %s', (_title, text, reason) => expect(reasonOf(text, true)).toBe(reason))
})
