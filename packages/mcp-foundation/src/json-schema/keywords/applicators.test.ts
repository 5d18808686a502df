// Keywords that hold further schemas (JSON Schema 2020-12, Core 10 and 11), references among them.
import { describe, it } from 'vitest'
import { expectVerdicts } from '../../__fixtures__/judge-text.ts'
import type { SchemaCase } from '../../__fixtures__/judge-text.ts'

const S = '{"type":"string"}'
const N = '{"type":"number"}'

const ARRAYS: readonly SchemaCase[] = [
  [`{"items":${S}}`, ['[]', '["a"]', '{"0":1}', '1'], ['[1]', '["a",null]']],
  [`{"prefixItems":[${S},${N}]}`, ['[]', '["a"]', '["a",1,null]'], ['[1]', '["a","b"]']],
  [`{"prefixItems":[${S}],"items":${N}}`, ['["a",1,2]', '["a"]'], ['["a","b"]']],
  [`{"prefixItems":[${S}],"items":false}`, ['["a"]', '[]'], ['["a",1]']],
  [`{"prefixItems":[true],"additionalItems":false}`, ['[1,2]'], []],
  [`{"contains":${S}}`, ['["a"]', '[1,"a"]', '{}'], ['[]', '[1]']],
  [`{"contains":${S},"minContains":2,"maxContains":3}`, ['["a",1,"b"]', '["a","b","c"]'], ['["a"]', '["a","b","c","d"]', '[]']],
  [`{"contains":${S},"minContains":0}`, ['[]', '[1]'], []],
  [`{"contains":${S},"minContains":0,"maxContains":1}`, ['[]', '["a",1]'], ['["a","b"]']],
  ['{"minContains":2,"maxContains":0}', ['[1,2]', '[]'], []],
  ['{"contains":true}', ['[null]'], ['[]']],
  ['{"contains":{"not":{}}}', [], ['[]', '[1]']]
]

const OBJECTS: readonly SchemaCase[] = [
  [`{"properties":{"a":${S},"b":true,"c":false}}`, ['{}', '{"a":"x","b":1,"d":0}', '[]'], ['{"a":1}', '{"c":1}']],
  [`{"properties":{"__proto__":${N},"toString":${S},"constructor":${S}}}`, ['{}', '{"__proto__":1,"toString":"x"}'], ['{"__proto__":"x"}', '{"toString":1}', '{"constructor":1}']],
  [`{"patternProperties":{"^x":${N},"y$":{"minimum":5}}}`, ['{"x":1}', '{"xy":5}', '{"a":"b"}'], ['{"x":"1"}', '{"xy":1}', '{"y":1}']],
  [`{"properties":{"a":true},"patternProperties":{"^x":true},"additionalProperties":${N}}`, ['{"a":"s","x":"s","b":1}'], ['{"b":"s"}']],
  ['{"additionalProperties":false}', ['{}', '[1]'], ['{"a":1}', '{"__proto__":1}']],
  ['{"properties":{"a":{}},"additionalProperties":false}', ['{"a":1}'], ['{"A":1}', '{"toString":1}']],
  ['{"properties":{"a":{"minimum":5}},"patternProperties":{"^a":{"maximum":7}}}', ['{"a":6}'], ['{"a":4}', '{"a":8}']],
  ['{"propertyNames":{"maxLength":2}}', ['{"ab":1}', '{}', '"abc"'], ['{"abc":1}']],
  ['{"propertyNames":false}', ['{}'], ['{"a":1}']]
]

const BRANCHES: readonly SchemaCase[] = [
  ['{"allOf":[{"minimum":2},{"maximum":4}]}', ['3', '"x"'], ['1', '5']],
  [`{"anyOf":[${S},{"minimum":5}]}`, ['"a"', '5', 'null'], ['4']],
  ['{"oneOf":[{"multipleOf":2},{"multipleOf":3}]}', ['4', '9'], ['6', '5', '"x"']],
  ['{"not":{"type":["string","null"]}}', ['1'], ['"a"', 'null']],
  ['{"not":{"not":{"type":"string"}}}', ['"a"'], ['1']],
  ['{"if":{"minimum":10},"then":{"multipleOf":10},"else":{"multipleOf":2}}', ['20', '4', '"x"'], ['15', '3']],
  ['{"if":{"minimum":10},"else":{"multipleOf":2}}', ['15', '4'], ['3']],
  ['{"then":false,"else":false}', ['1'], []],
  ['{"if":false,"then":false,"else":{"const":1}}', ['1'], ['2']],
  ['{"dependentSchemas":{"a":{"required":["b"]},"c":false}}', ['{}', '{"a":1,"b":1}', '[]'], ['{"a":1}', '{"c":1}']]
]

// Annotations of what failed do not count, and neither do those of cousins.
const UNEVALUATED: readonly SchemaCase[] = [
  ['{"unevaluatedProperties":false}', ['{}', '[1]'], ['{"a":1}']],
  ['{"properties":{"a":true},"allOf":[{"properties":{"b":true}}],"unevaluatedProperties":false}', ['{"a":1,"b":1}'], ['{"c":1}']],
  ['{"anyOf":[{"properties":{"a":{"const":1}},"required":["a"]},{"properties":{"b":true},"required":["b"]}],"unevaluatedProperties":false}', ['{"a":1}', '{"a":1,"b":1}', '{"b":1}'], ['{"a":2,"b":1}', '{"a":1,"c":1}']],
  ['{"oneOf":[{"properties":{"a":true},"required":["a"]},{"properties":{"b":true},"required":["b"]}],"unevaluatedProperties":false}', ['{"a":1}'], ['{"a":1,"c":1}', '{}']],
  ['{"not":{"properties":{"a":{"const":2}},"required":["a"]},"unevaluatedProperties":false}', ['{}'], ['{"a":1}']],
  ['{"if":{"properties":{"k":{"const":1}},"required":["k"]},"then":{"properties":{"a":true}},"else":{"properties":{"b":true}},"unevaluatedProperties":false}', ['{"k":1,"a":1}', '{"b":1}'], ['{"k":1,"b":1}', '{"k":2}', '{"a":1}']],
  ['{"if":{"patternProperties":{"foo":{"type":"string"}}},"unevaluatedProperties":false}', ['{"foo":"a"}'], ['{"foo":1}', '{"bar":"a"}']],
  ['{"dependentSchemas":{"a":{"properties":{"b":true}}},"properties":{"a":true},"unevaluatedProperties":false}', ['{"a":1,"b":1}'], ['{"b":1}']],
  ['{"$ref":"#/$defs/x","unevaluatedProperties":false,"$defs":{"x":{"properties":{"a":true}}}}', ['{"a":1}'], ['{"b":1}']],
  ['{"allOf":[{"properties":{"a":true}},{"unevaluatedProperties":false}]}', ['{}'], ['{"a":1}']],
  ['{"allOf":[{"additionalProperties":true}],"unevaluatedProperties":false}', ['{"a":1}'], []],
  ['{"allOf":[{"unevaluatedProperties":{"type":"string"}}],"unevaluatedProperties":false}', ['{"a":"x"}'], ['{"a":1}']],
  ['{"properties":{"a":{"properties":{"b":true}}},"unevaluatedProperties":false}', ['{"a":{"c":1}}'], ['{"b":1}']],
  ['{"unevaluatedItems":false}', ['[]', '{"a":1}'], ['[1]']],
  ['{"prefixItems":[true],"allOf":[{"prefixItems":[true,{"type":"number"}]}],"unevaluatedItems":false}', ['[1,2]'], ['[1,2,3]']],
  ['{"prefixItems":[true],"contains":{"type":"string"},"unevaluatedItems":false}', ['[1,"a"]', '["a"]'], ['[1,"a",2]', '[1,2]']],
  ['{"contains":{"type":"string"},"minContains":0,"unevaluatedItems":false}', ['[]', '["a","b"]'], ['["a",1]', '[0]']],
  ['{"anyOf":[{"items":{"type":"string"}},true],"unevaluatedItems":{"type":"boolean"}}', ['[true]', '["a"]'], ['[1]', '["a",true,1]']],
  ['{"allOf":[{"items":true}],"unevaluatedItems":false}', ['[1,2]'], []],
  ['{"allOf":[{"unevaluatedItems":{"type":"string"}}],"unevaluatedItems":false}', ['["a"]', '[]'], ['[1]']],
  ['{"allOf":[{"properties":{"a":true}},{"unevaluatedProperties":false}],"unevaluatedProperties":true}', ['{}'], ['{"a":1}']]
]

const REFERENCES: readonly SchemaCase[] = [
  ['{"$ref":"#/$defs/a","maximum":5,"$defs":{"a":{"minimum":2}}}', ['3'], ['1', '6']],
  ['{"properties":{"next":{"$ref":"#"},"v":{"type":"number"}}}', ['{"next":{"next":{"v":1}}}'], ['{"next":{"next":{"v":"x"}}}']],
  ['{"$ref":"#/$defs/a~1b~0c%25","$defs":{"a/b~c%":{"type":"string"}}}', ['"x"'], ['1']],
  ['{"$ref":"#there","$defs":{"a":{"$anchor":"there","type":"string"}}}', ['"x"'], ['1']],
  ['{"$id":"https://example.com/root","$ref":"item","$defs":{"i":{"$id":"item","$ref":"#/$defs/t","$defs":{"t":{"type":"string"}}}}}', ['"x"'], ['1']],
  ['{"$ref":"#/$defs/a/$defs/b","$defs":{"a":{"$id":"https://example.com/a","$defs":{"b":{"$ref":"#/$defs/c"},"c":{"type":"string"}}}}}', ['"x"'], ['1']],
  ['{"$ref":"urn:example:a","$defs":{"a":{"$id":"urn:example:a","type":"string"}}}', ['"x"'], ['1']],
  ['{"$ref":"#/$defs/no","$defs":{"no":false}}', [], ['1']],
  ['{"$ref":"#/x-parts/a","x-parts":{"a":{"$ref":"#/x-parts/b"},"b":{"type":"string"}}}', ['"x"'], ['1']],
  ['{"const":{"$ref":"#/nowhere"}}', ['{"$ref":"#/nowhere"}'], ['{}']],
  // A list whose items a later schema decides about, and the same without the anchor that would let it.
  ['{"$id":"https://example.com/strings","$ref":"list","$defs":{"s":{"$dynamicAnchor":"items","type":"string"},"l":{"$id":"list","type":"array","items":{"$dynamicRef":"#items"},"$defs":{"any":{"$dynamicAnchor":"items"}}}}}', ['["a"]', '[]'], ['[1]']],
  ['{"$id":"https://example.com/strings","$ref":"list","$defs":{"s":{"$dynamicAnchor":"items","type":"string"},"l":{"$id":"list","type":"array","items":{"$dynamicRef":"#items"},"$defs":{"any":{"$anchor":"items"}}}}}', ['["a"]', '[1]'], ['1']],
  ['{"$id":"https://example.com/strict","$dynamicAnchor":"node","$ref":"tree","unevaluatedProperties":false,"$defs":{"t":{"$id":"tree","$dynamicAnchor":"node","properties":{"kids":{"type":"array","items":{"$dynamicRef":"#node"}}}}}}', ['{"kids":[{"kids":[]}]}'], ['{"kids":[{"daat":1}]}', '{"x":1}']]
]

const D7 = '"$schema":"http://json-schema.org/draft-07/schema#"'
const DRAFT_07: readonly SchemaCase[] = [
  [`{${D7},"items":[${S}],"additionalItems":${N}}`, ['["a",1]', '[]'], ['[1]', '["a","b"]']],
  [`{${D7},"items":${S},"additionalItems":false}`, ['["a","b"]'], ['[1]']],
  [`{${D7},"additionalItems":false}`, ['[1]'], []],
  [`{${D7},"$ref":"#/definitions/a","maximum":5,"definitions":{"a":{"minimum":2}}}`, ['3', '6'], ['1']],
  [`{${D7},"allOf":[{"$ref":"#here"}],"definitions":{"a":{"$id":"#here","type":"string"}}}`, ['"x"'], ['1']],
  [`{${D7},"$id":"https://example.com/a/","properties":{"p":{"$id":"b/","$ref":"c"}},"definitions":{"c":{"$id":"c","type":"string"}}}`, ['{"p":"x"}'], ['{"p":1}']],
  [`{${D7},"dependencies":{"a":["b"],"c":{"required":["d"]},"e":false}}`, ['{}', '{"a":1,"b":1}'], ['{"a":1}', '{"c":1}', '{"e":1}']],
  [`{${D7},"contains":${S}}`, ['["a"]'], ['[]', '[1]']],
  [`{${D7},"if":{"const":1},"then":false}`, ['2'], ['1']],
  [`{${D7},"properties":{"a":{"$schema":"http://json-schema.org/draft-07/schema#","type":"string"}}}`, ['{"a":"x"}'], ['{"a":1}']]
]

describe.each([
  ['arrays', ARRAYS],
  ['objects', OBJECTS],
  ['branches', BRANCHES],
  ['what nothing looked at', UNEVALUATED],
  ['references', REFERENCES],
  ['draft-07', DRAFT_07]
])('%s', (_name, cases) => {
  it.each(cases)('%s', (schema, allowed, refused) => expectVerdicts(schema, allowed, refused))
})
