import { describe, expect, it } from 'vitest'
import { splitEvents, splitLines } from './reference-framing.ts'
import { decodeStrictly, examine, readAsReference } from './reference-reader.ts'

const DEPTH = 4

describe('the reference reader', () => {
  it.each([
    ['{"jsonrpc":"2.0","id":1,"result":{"a":[1,{"b":"}"}]}}', [{ kind: 'result', id: 1, resultText: '{"a":[1,{"b":"}"}]}' }]],
    ['{ "result" : [ "," , 1 ] , "id" : "x" , "jsonrpc" : "2.0" }', [{ kind: 'result', id: 'x', resultText: '[ "," , 1 ]' }]],
    ['{"jsonrpc":"2.0","error":{}}', [{ kind: 'error', id: null, resultText: '' }]],
    ['{"jsonrpc":"2.0","method":"m"}', [{ kind: 'notification', id: null, resultText: '' }]],
    ['{"jsonrpc":"2.0","method":"m","id":0}', [{ kind: 'request', id: 0, resultText: '' }]]
  ])('reads %s', (text, messages) => {
    expect(readAsReference(text, DEPTH, false)).toEqual(messages)
  })

  it.each([
    '', 'null', '[]', '{"id":1,"result":1}', '{"jsonrpc":"2.0","id":null,"result":1}', '{"jsonrpc":"2.0","id":1.5,"result":1}x',
    '{"jsonrpc":"2.0","id":1,"result":{"a":1,"\\u0061":1}}', '{"jsonrpc":"2.0","id":1,"id":1,"result":1}',
    '{"jsonrpc":"2.0","id":1,"result":1,"error":1}', '{"jsonrpc":"2.0","id":1,"method":"m","params":[]}',
    '{"jsonrpc":"2.0","id":1,"result":[[[[0]]]]}', '\ufeff{"jsonrpc":"2.0","id":1,"result":1}', '[{"jsonrpc":"2.0","id":1,"result":1}]'
  ])('refuses %s', (text) => {
    expect(readAsReference(text, DEPTH, false)).toBe('refused')
  })

  it('reads a batch where one is allowed', () => {
    const text = '[{"jsonrpc":"2.0","id":1,"result":[2]},{"jsonrpc":"2.0","id":2,"result":3}]'
    expect(readAsReference(text, DEPTH, true)).toMatchObject([{ id: 1, resultText: '[2]' }, { id: 2, resultText: '3' }])
  })

  it.each(['1.0', '9007199254740993', '1e0'])('leaves it open whether %s is an id', (id) => {
    expect(readAsReference(`{"jsonrpc":"2.0","id":${id},"result":1}`, DEPTH, false)).toBe('unsure')
  })

  it('takes equal names in different objects for no duplicate', () => {
    expect(examine('[{"a":{"a":1}},{"a":"a"},"a"]')).toMatchObject({ duplicate: false, depth: 3 })
  })

  it.each([[[0xff]], [[0xc0, 0x80]], [[0xed, 0xa0, 0x80]], [[0xe2, 0x82]]])('refuses the bytes %s', (bytes) => {
    expect(decodeStrictly(Uint8Array.from(bytes))).toBeNull()
  })
})

describe('the reference framing', () => {
  const texts = (parts: readonly Buffer[]): readonly string[] => parts.map(String)

  it('ends lines at line feeds, and leaves out what is not ended', () => {
    expect(texts(splitLines(Buffer.from('a\r\nb\r\r\n\nc')))).toEqual(['a', 'b\r', ''])
  })

  it('joins the data of an event and skips other events', () => {
    const stream = '\ufeffdata: a\r\ndata:b\rdata\n\nevent: other\ndata: x\n\n: data: y\nid: 1\n\ndata:  z\n\ndata: open\n'
    expect(texts(splitEvents(Buffer.from(stream)))).toEqual(['a\nb\n', ' z'])
  })
})
