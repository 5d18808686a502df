import { ExactNumber } from '@b10x/mcp-foundation'
import { expectThrownCode } from '@b10x/testkit'
import { expect, test } from 'vitest'
import { readCallArguments } from './read-call-arguments.ts'

test('F5: every digit is kept', () => {
  expect(readCallArguments('{"id":9007199254740993}')).toEqual({ id: ExactNumber.from('9007199254740993') })
})

test.each([
  ['', 'not_json'],
  ['{', 'not_json'],
  ['{"a":1,"a":2}', 'not_json'],
  ["{'a':1}", 'not_json'],
  ['[]', 'not_an_object'],
  ['null', 'not_an_object'],
  ['9007199254740993', 'not_an_object'],
  ['"x"', 'not_an_object'],
  [`{"a":${'['.repeat(500)}${']'.repeat(500)}}`, 'too_deep']
])('refuses %s', (text, reason) => {
  const error = expectThrownCode(() => readCallArguments(text), 'arguments_invalid')
  expect(error.details).toEqual({ pointer: '', reason })
})
