// F16: nothing but a result with content ever looks like a success.
import { describe, expect, it } from 'vitest'
import { ExactNumber } from '../json/exact-number.ts'
import type { JsonObject } from '../json/json-value.ts'
import { parseJson } from '../json/parse-json.ts'
import { readCallResult, readInputRequests } from './read-call-result.ts'

const read = (text: string): ReturnType<typeof readCallResult> => readCallResult(parseJson(text) as JsonObject, text)

describe('a complete result', () => {
  it('keeps what was received, down to the byte', () => {
    const text = '{ "content": [{"type":"hologram","x":1.0}], "structuredContent": {"id": 9007199254740993}, "_meta":{"y":null} }'
    const outcome = read(text)
    expect(outcome).toMatchObject({
      kind: 'complete',
      isError: false,
      content: [{ type: 'hologram', x: 1 }],
      structuredContent: { id: ExactNumber.from('9007199254740993') },
      resultText: text
    })
    expect(outcome.result).toEqual(parseJson(text))
    expect('bytes' in outcome && Buffer.from(outcome.bytes()).toString()).toBe(text)
  })

  it.each([
    ['without a resultType, as older servers send it', '{"content":[]}'],
    ['with its resultType', '{"resultType":"complete","content":[]}'],
    ['with structured content alone', '{"structuredContent":{}}'],
    ['with structured content of null', '{"structuredContent":null}'],
    ['with blocks that we do not know', '{"content":[null,5,{"type":"x"}]}'],
    ['with a task of its own beside content', '{"content":[],"task":{"taskId":"1"}}']
  ])('is one %s', (_title, text) => expect(read(text).kind).toBe('complete'))

  it('tells structured content that is absent from one of null', () => {
    expect(Object.hasOwn(read('{"content":[]}'), 'structuredContent')).toBe(false)
    expect(read('{"content":[],"structuredContent":null}')).toHaveProperty('structuredContent', null)
  })

  it.each([
    ['', false],
    ['"isError":false,', false],
    ['"isError":null,', false],
    ['"isError":true,', true],
    ['"isError":"true",', true],
    ['"isError":"false",', true],
    ['"isError":1,', true],
    ['"isError":0,', true],
    ['"isError":{},', true],
    ['"IsError":true,', false],
    ['"__proto__":{"isError":true},', false]
  ])('with %s failed: %s', (member, isError) => expect(read(`{${member}"content":[]}`)).toMatchObject({ kind: 'complete', isError }))
})

describe('never a success', () => {
  it.each([
    ['a task by its type', '{"resultType":"task","task":{"taskId":"1"},"content":[]}', 'task'],
    ['a task of 2025-11-25', '{"task":{"taskId":"1","status":"working"}}', 'task'],
    ['a task that calls itself complete', '{"resultType":"complete","task":{"taskId":"1"}}', 'task'],
    ['an unknown type', '{"resultType":"subscription","content":[{"type":"text","text":"done"}]}', 'unknown_result_type'],
    ['a type in upper case', '{"resultType":"COMPLETE","content":[]}', 'unknown_result_type'],
    ['a type of null', '{"resultType":null,"content":[]}', 'unknown_result_type'],
    ['a type that is no string', '{"resultType":true,"content":[]}', 'unknown_result_type'],
    ['an empty type', '{"resultType":"","content":[]}', 'unknown_result_type'],
    ['an empty object', '{}', 'content_absent'],
    ['only a type', '{"resultType":"complete"}', 'content_absent'],
    ['only metadata', '{"_meta":{"content":[]}}', 'content_absent'],
    ['content of null', '{"content":null}', 'content_absent'],
    ['content of null beside structured content', '{"content":null,"structuredContent":{}}', 'content_absent'],
    ['content that is a string', '{"content":"done"}', 'content_absent'],
    ['content that is an object', '{"content":{"type":"text","text":"done"}}', 'content_absent'],
    ['content that is only inherited', '{"__proto__":{"content":[]}}', 'content_absent']
  ])('%s', (_title, text, reason) => {
    const outcome = read(text)
    expect(outcome).toMatchObject({ kind: 'unrecognized', reason, resultText: text })
    expect(outcome.result).toEqual(parseJson(text))
  })

  it('a request for input, whatever else is in it', () => {
    const text = '{"resultType":"input_required","requestState":"s","content":[{"type":"text","text":"done"}],"isError":false}'
    expect(read(text)).toEqual({ kind: 'input_required', result: parseJson(text), resultText: text })
  })
})

describe('what a request for input asks for', () => {
  const requests = (text: string): unknown => readInputRequests(parseJson(text) as JsonObject)

  it('is every key with its method', () => {
    const text = '{"inputRequests":{"a":{"method":"elicitation/create","params":{}},"b":{"method":5},"__proto__":null}}'
    expect(requests(text)).toEqual([
      { key: 'a', method: 'elicitation/create' },
      { key: 'b', method: null },
      { key: '__proto__', method: null }
    ])
  })

  it.each(['{}', '{"inputRequests":null}', '{"inputRequests":[{"method":"x"}]}', '{"inputRequests":{}}'])('is nothing in %s', (text) => {
    expect(requests(text)).toEqual([])
  })
})
