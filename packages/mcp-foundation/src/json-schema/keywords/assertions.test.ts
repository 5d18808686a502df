// What values must be, keyword by keyword (JSON Schema 2020-12, Validation 6). Numbers are decimals, whatever a double makes of them.
import { describe, expect, it } from 'vitest'
import { expectVerdicts, judgeText } from '../../__fixtures__/judge-text.ts'
import type { SchemaCase } from '../../__fixtures__/judge-text.ts'

const ALL = ['null', 'true', '0', '1.5', '1e400', '""', '[]', '{}']
const allBut = (...values: readonly string[]): readonly string[] => ALL.filter((value) => !values.includes(value))

const TYPES: readonly SchemaCase[] = [
  ['{"type":"null"}', ['null'], allBut('null')],
  ['{"type":"boolean"}', ['true', 'false'], allBut('true')],
  ['{"type":"string"}', ['""', '"1"'], allBut('""')],
  ['{"type":"array"}', ['[]'], allBut('[]')],
  ['{"type":"object"}', ['{}'], allBut('{}')],
  ['{"type":"number"}', ['0', '1.5', '1e400', '9007199254740993.5'], allBut('0', '1.5', '1e400')],
  ['{"type":"integer"}', ['0', '-3', '1.0', '10e-1', '9007199254740993', '1e400', '12345678901234567890.0'], [...allBut('0', '1e400'), '9007199254740993.5', '1e-400', '"1"']],
  ['{"type":["integer","null"]}', ['null', '1'], allBut('null', '0', '1e400')],
  ['{"type":["string","string"]}', ['"a"'], ['1']]
]

const VALUES: readonly SchemaCase[] = [
  ['{"const":1}', ['1', '1.0', '10e-1'], ['true', '"1"', '1.0000000000000001', '[1]']],
  ['{"const":0}', ['0', '-0', '0.0', '0e5'], ['false', 'null', '1e-400']],
  ['{"const":null}', ['null'], ['0', 'false', '""']],
  ['{"const":9007199254740993}', ['9007199254740993', '9007199254740993.0'], ['9007199254740992', '9007199254740994', '"9007199254740993"', '["9007199254740993"]', '[9007199254740993]']],
  ['{"const":["9007199254740993"]}', ['["9007199254740993"]'], ['9007199254740993', '"9007199254740993"']],
  ['{"const":[1,2]}', ['[1,2]'], ['[1]', '[1,2,3]', '{"0":1,"1":2}']],
  ['{"const":9007199254740992}', ['9007199254740992'], ['9007199254740993']],
  ['{"const":{"a":[1,{"b":2}],"c":null}}', ['{"c":null,"a":[1.0,{"b":2}]}'], ['{"a":[1,{"b":2}]}', '{"a":[{"b":2},1],"c":null}', '{"a":[1,{"b":2}],"c":null,"d":1}', '[]']],
  ['{"const":{"__proto__":1}}', ['{"__proto__":1}'], ['{}', '{"toString":1}']],
  ['{"const":[false]}', ['[false]'], ['[0]', '[null]', 'false', '[[false]]']],
  ['{"const":"\\ud800"}', ['"\\ud800"'], ['"\\ud801"', '"\\\\ud800"']],
  ['{"enum":["a",1,null,{"k":1e400}]}', ['"a"', '1.0', 'null', '{"k":10e399}'], ['"b"', '2', 'false', '{"k":1e401}', '{}']],
  ['{"enum":[]}', [], ['null', '1']]
]

const NUMBERS: readonly SchemaCase[] = [
  ['{"minimum":1.1}', ['1.1', '1.10', '2', '1e400', '"0"'], ['1', '1.0999999999999999999', '-1e400', '0']],
  ['{"maximum":9007199254740992}', ['9007199254740992', '-9007199254740993', '1e-400'], ['9007199254740993', '9007199254740992.5', '1e400']],
  ['{"maximum":9007199254740993}', ['9007199254740993', '9007199254740992.9'], ['9007199254740994', '9007199254740993.0000001']],
  ['{"exclusiveMinimum":9007199254740992}', ['9007199254740993', '9007199254740992.0001'], ['9007199254740992', '0']],
  ['{"exclusiveMaximum":0.1}', ['0.0999999999999999999999', '0', '-1e400'], ['0.1', '0.10', '0.1000000000000000055511151231257827']],
  ['{"minimum":-1e-400}', ['0', '-1e-401', '-1e-400'], ['-1e-399', '-1']],
  ['{"minimum":-10,"maximum":-2}', ['-10', '-2', '-9007199254740993e-15'], ['-1', '-11', '0']],
  ['{"multipleOf":0.1}', ['0.3', '0.7', '1', '0', '-4.2', '1e308', '"x"'], ['0.35', '0.30000000000000004', '1e-2']],
  ['{"multipleOf":0.0001}', ['0.0075', '1.2'], ['0.00751']],
  ['{"multipleOf":2}', ['4', '9007199254740994', '1e400', '0', '-2'], ['3', '9007199254740993', '2.5', '4.0000000000000001']],
  ['{"multipleOf":3}', ['9007199254740993', '123456789012345678901234567890e300'], ['9007199254740994', '1e400']],
  ['{"multipleOf":1e-400}', ['1', '3e-400'], ['1e-401']],
  ['{"multipleOf":1e400}', ['0', '2e400'], ['1', '1e399']],
  ['{"multipleOf":0.123456789}', ['0.246913578'], ['1e308', '1']],
  ['{"multipleOf":1e-8}', ['12391239123', '0.00000001'], ['0.000000001']]
]

const STRINGS: readonly SchemaCase[] = [
  ['{"minLength":2}', ['"ab"', '"\\ud83d\\ude00a"', '"\\ud800\\ud800"', '1'], ['"a"', '"\\ud83d\\ude00"', '"\\ud800"', '""']],
  ['{"maxLength":2}', ['"ab"', '"\\ud83d\\ude00\\ud83d\\ude00"', '[1,2,3]'], ['"abc"', '"\\ud83d\\ude00\\ud83d\\ude00a"', '"\\ude00\\ud83d\\ud83d"']],
  ['{"minLength":2.0,"maxLength":1e400}', ['"ab"'], ['"a"']],
  ['{"pattern":"a+"}', ['"xaax"', '5', 'null'], ['"x"', '""']],
  ['{"pattern":"^\\\\p{Letter}cole$"}', ['"\\u00e9cole"'], ['"1cole"']],
  ['{"pattern":"^\\ud83d\\udc32*$"}', ['""', '"\\ud83d\\udc32\\ud83d\\udc32"'], ['"\\ud83d\\udc09"']],
  ['{"format":"email"}', ['"not one"', '5'], []],
  ['{"format":"no-such-format"}', ['"x"'], []]
]

const ARRAYS_AND_OBJECTS: readonly SchemaCase[] = [
  ['{"minItems":1,"maxItems":2}', ['[1]', '[1,2]', '{}', '"abc"'], ['[]', '[1,2,3]']],
  ['{"uniqueItems":true}', ['[1,true,"1",[1],{"a":1}]', '[0,false]', '[[],{}]', '[9007199254740992,9007199254740993]', '[]'], ['[1,1.0]', '[{"a":1,"b":2},{"b":2,"a":1}]', '[[1e400],[10e399]]', '["a","b","a"]', '[0,-0]', '[null,null]']],
  ['{"uniqueItems":false}', ['[1,1]'], []],
  ['{"minProperties":1,"maxProperties":2}', ['{"a":1}', '{"__proto__":1,"b":2}', '[]'], ['{}', '{"a":1,"b":2,"c":3}']],
  ['{"required":["a","__proto__","toString"]}', ['{"a":null,"__proto__":1,"toString":2}', '[]', '"x"'], ['{}', '{"a":1}', '{"a":1,"toString":1}']],
  ['{"required":[]}', ['{}'], []],
  ['{"dependentRequired":{"a":["b","c"]}}', ['{}', '{"a":1,"b":1,"c":1}', '{"b":1}', '1'], ['{"a":1}', '{"a":1,"b":2}']],
  ['{"dependencies":{"a":["b"],"c":{"required":["d"]}}}', ['{}', '{"a":1,"b":1}', '{"c":1,"d":1}'], ['{"a":1}', '{"c":1}']],
  ['{"dependentRequired":{"toString":["valueOf"]}}', ['{}', '{"a":1}'], ['{"toString":1}']]
]

describe.each([
  ['types', TYPES],
  ['values', VALUES],
  ['numbers', NUMBERS],
  ['strings', STRINGS],
  ['arrays and objects', ARRAYS_AND_OBJECTS]
])('%s', (_name, cases) => {
  it.each(cases)('%s', (schema, allowed, refused) => expectVerdicts(schema, allowed, refused))
})

describe('numbers of a thousand digits', () => {
  const digits = '7'.repeat(1_000)

  it('are compared digit by digit', () => {
    expect(judgeText(`{"minimum":${digits}}`, digits)).toBe('valid')
    expect(judgeText(`{"minimum":${digits}}`, `${'7'.repeat(999)}6`)).toBe('invalid')
  })

  it('are divided', () => {
    expect(judgeText(`{"multipleOf":${digits}}`, `${digits}e99999999999999`)).toBe('valid')
    expect(judgeText('{"multipleOf":7}', `${digits.slice(1)}6e99999999999999`)).toBe('invalid')
  })
})
