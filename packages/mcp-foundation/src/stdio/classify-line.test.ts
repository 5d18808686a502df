import { expect, test } from 'vitest'
import { classifyLine } from './classify-line.ts'

const FIRST = { maxJsonDepth: 8, allowBatch: false, beforeFirstMessage: true }
const LATER = { ...FIRST, beforeFirstMessage: false }

const line = (text: string): Uint8Array => Buffer.from(text)

test.each(['', ' ', '\t \r', '\uFEFF'])('%j is blank', (text) => {
  expect(classifyLine(line(text), LATER)).toEqual({ kind: 'blank' })
})

test.each(['listening', '  > ready', '\u001B[32mok\u001B[0m', '"text"', '42', 'data: {}'])('%j is a banner at any time', (text) => {
  expect(classifyLine(line(text), FIRST)).toEqual({ kind: 'banner' })
  expect(classifyLine(line(text), LATER)).toEqual({ kind: 'banner' })
})

test('bytes that are no text are a banner when they do not start like JSON', () => {
  expect(classifyLine(Uint8Array.of(0xff, 0xfe, 0x00), LATER)).toEqual({ kind: 'banner' })
})

test.each(['[info] listening', '[2026-11-30 10:00] up', '{ready}', '{"jsonrpc":"2.0",', '[[[['])(
  '%j is a banner before the first message and refused after it',
  (text) => {
    expect(classifyLine(line(text), FIRST)).toEqual({ kind: 'banner' })
    expect(() => classifyLine(line(text), LATER)).toThrow(expect.objectContaining({ code: 'message_invalid' }))
  }
)

test.each([
  ['{"level":"info"}', 'not_json_rpc'],
  ['{"jsonrpc":"2.0","id":1,"id":1,"result":{}}', 'duplicate_member'],
  ['[1]', 'not_an_object'],
  ['\uFEFF{"jsonrpc":"2.0","id":1,"result":{}}', 'byte_order_mark']
])('%j is refused, also before the first message', (text, reason) => {
  expect(() => classifyLine(line(text), FIRST)).toThrow(
    expect.objectContaining({ code: 'message_invalid', details: expect.objectContaining({ reason }) })
  )
})

test('invalid UTF-8 in something like JSON is refused', () => {
  const bytes = Buffer.from('{"jsonrpc":"2.0","id":1,"result":"\xff"}', 'latin1')
  expect(() => classifyLine(bytes, FIRST)).toThrow(
    expect.objectContaining({ code: 'message_invalid', details: expect.objectContaining({ reason: 'not_utf8' }) })
  )
})

test('nesting over the bound is refused with the bound', () => {
  const text = `{"jsonrpc":"2.0","id":1,"result":${'['.repeat(9)}${']'.repeat(9)}}`
  expect(() => classifyLine(line(text), FIRST)).toThrow(expect.objectContaining({ code: 'bound_exceeded' }))
})

test('a message, with white space around it', () => {
  const read = classifyLine(line(' {"jsonrpc":"2.0","id":1,"result":{}}\t'), FIRST)
  expect(read).toMatchObject({ kind: 'messages', messages: [{ kind: 'result', id: 1, resultText: '{}' }] })
})

test('an array is read only when batches are allowed', () => {
  const text = line('[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]')
  expect(classifyLine(text, { ...LATER, allowBatch: true })).toMatchObject({ messages: [{ method: 'a' }, { method: 'b' }] })
  expect(() => classifyLine(text, FIRST)).toThrow(expect.objectContaining({ code: 'message_invalid' }))
})
