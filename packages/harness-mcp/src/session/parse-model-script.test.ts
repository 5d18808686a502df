import { stringifyJson } from '@b10x/mcp-foundation'
import type { JsonValue } from '@b10x/mcp-foundation'
import { expectThrownCode } from '@b10x/testkit'
import { expect, it } from 'vitest'
import { parseModelScript } from './parse-model-script.ts'

it('reads what a model is to say, to call and to expect', () => {
  const script = `[
    { "call": { "tool": "files_read", "arguments": { "id": 9007199254740993 } } },
    { "say": "two more", "expect": { "contains": "plants" }, "call": [{ "tool": "a" }, { "tool": "b", "arguments": {} }] },
    { "say": "done", "expect": [{ "refused": "policy_denied" }, { "refused": false }] }
  ]`
  const steps = parseModelScript(script)
  expect(steps).toMatchObject([
    { call: [{ tool: 'files_read' }] },
    { say: 'two more', expect: [{ contains: 'plants' }], call: [{ tool: 'a' }, { tool: 'b', arguments: {} }] },
    { say: 'done', expect: [{ refused: 'policy_denied' }, { refused: false }] }
  ])
  expect(stringifyJson(steps as unknown as JsonValue)).toContain('{"id":9007199254740993}')
})

it.each([
  ['{}', '', 'not_an_array'],
  ['[1]', '/0', 'not_an_object'],
  ['[9007199254740993]', '/0', 'not_an_object'],
  ['[{}]', '/0', 'no_answer'],
  ['[{"expect":{"refused":false}}]', '/0', 'no_answer'],
  ['[{"say":"a","cal":{}}]', '/0', 'unknown_member'],
  ['[{"say":1}]', '/0/say', 'not_a_string'],
  ['[{"call":[]}]', '/0/call', 'empty'],
  ['[{"call":"t"}]', '/0/call', 'not_an_object'],
  ['[{"call":{"arguments":{}}}]', '/0/call', 'missing_member'],
  ['[{"say":"a"},{"call":[{"tool":"t"},{"tool":2}]}]', '/1/call/1/tool', 'not_a_string'],
  ['[{"call":{"tool":"t","arguments":[]}}]', '/0/call/arguments', 'not_an_object'],
  ['[{"call":{"tool":"t","arguments":9007199254740993}}]', '/0/call/arguments', 'not_an_object'],
  ['[{"call":{"tool":"t","name":"t"}}]', '/0/call', 'unknown_member'],
  ['[{"say":"a","expect":{"refused":true}}]', '/0/expect/refused', 'not_a_string'],
  ['[{"say":"a","expect":[{"contains":null}]}]', '/0/expect/0/contains', 'not_a_string']
])('refuses %s at %s', (text, pointer, reason) => {
  const { details } = expectThrownCode(() => parseModelScript(text, 'rehearsal.json'), 'config_invalid')
  expect(details).toEqual({ file: 'rehearsal.json', pointer, reason })
})

it('refuses what two readers could read differently', () => {
  expectThrownCode(() => parseModelScript('[{"say":"a","say":"b"}]'), 'json_invalid')
})
