// What hostile and careless peers write in place of a value or a name. All are JSON texts, save NOT_JSON.
export const ODD_NUMBERS: readonly string[] = [
  '0', '-0', '1', '-1', '1.0', '1e0', '1E5', '1e400', '-1e400', '1e-400', '9007199254740991', '9007199254740993', '0.1',
  '0.10000000000000000555', '1.00000000000000000000001', '123456789012345678901234567890', '1e999999999', '1e-999999999',
  '2.5', '4294967296', '1'.repeat(1000), '1'.repeat(1025), `0.${'0'.repeat(1100)}1`, `1${'0'.repeat(900)}e900`
]

export const ODD_STRINGS: readonly string[] = [
  '""', '"\\u0000"', '"\\ud800"', '"\\udfff\\ud800"', '"\\ud83d\\ude00"', '"😀"', '"\u2028\u2029"', '"__proto__"', '"constructor"',
  '"2.0"', '"2026-07-28"', '"2025-03-26"', '"complete"', '"input_required"', '"task"', '"page-2"', '"forecast"', '"prune"',
  '"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\u202eevil"', '"data: x"', `"${'x'.repeat(2_000)}"`
]

export const ODD_VALUES: readonly string[] = [
  'null', 'true', 'false', '[]', '{}', '[[]]', '{"":{}}', '[null]', '{"__proto__":{"tools":[]}}', '{"toString":1}',
  '{"constructor":{"prototype":{"polluted":true}}}', '[1,2,3]', '{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '[{"b":{"c":0,"c":0}}]'
]

export const ODD_NAMES: readonly string[] = [
  '"__proto__"', '"\\u005f_proto__"', '"constructor"', '"toString"', '"hasOwnProperty"', '""', '"\\ud800"', '"Method"', '"METHOD"',
  '"method\\u0000"', '"id "', '"Result"', '"method"', '"id"', '"result"', '"error"', '"params"', '"jsonrpc"', '"tools"', '"name"',
  '"nextCursor"', '"resultType"', '"content"', '"structuredContent"', '"isError"', '"task"', '"ｉd"', '"0"', '"9007199254740993"'
]

export const NOT_JSON: readonly string[] = [
  'NaN', 'Infinity', '-', '+1', '01', '.5', '1.', '0x10', "'a'", 'undefined', 'tru', 'nulll', '"\\x41"', '"\\u12"', '"open', '"\t"',
  '1_000', '/* */1', '[1,]', '{"a":1,}', '{a:1}', '{"a" 1}', '[1 2]', ']', '}', '', '"\\ud83"', '1e', '1e+', '--1'
]
