import { describe, expect, it } from 'vitest'
import { descriptor } from '../__fixtures__/snapshots.ts'
import { indexSchema } from './index-schema.ts'

const faultOf = (text: string, maxNodes: number = 10_000): string | null => indexSchema(descriptor(text), maxNodes).fault

describe('the dialect', () => {
  it.each([
    'https://json-schema.org/draft/2020-12/schema',
    'https://json-schema.org/draft/2020-12/schema#',
    'http://json-schema.org/draft-07/schema#',
    'http://json-schema.org/draft-07/schema'
  ])('%s is known', (dialect) => expect(faultOf(`{"$schema":"${dialect}"}`)).toBeNull())

  it.each([
    '"http://json-schema.org/draft-04/schema#"',
    '"https://json-schema.org/draft/2019-09/schema"',
    '"http://json-schema.org/schema#"',
    '"https://json-schema.org/draft/2020-12/schema/extra"',
    '"https://json-schema.org.example/draft/2020-12/schema"',
    '"urn:mine"',
    '""',
    'null',
    '5'
  ])('%s is not', (dialect) => expect(faultOf(`{"$schema":${dialect}}`)).toBe('schema_dialect_unsupported'))

  it('of an embedded resource counts as well', () => {
    const embedded = (dialect: string): string => `{"$defs":{"a":{"$id":"https://example.com/a","$schema":"${dialect}"}}}`
    expect(faultOf(embedded('http://json-schema.org/draft-07/schema#'))).toBeNull()
    expect(faultOf(embedded('urn:mine'))).toBe('schema_dialect_unsupported')
  })
})

describe('a reference that ends inside the document', () => {
  it.each([
    ['the root', '{"items":{"$ref":"#"}}'],
    ['a definition', '{"$defs":{"a":{}},"items":{"$ref":"#/$defs/a"}}'],
    ['a definition of draft-07', '{"definitions":{"a":true},"items":{"$ref":"#/definitions/a"}}'],
    ['itself, in a circle', '{"$defs":{"a":{"properties":{"next":{"$ref":"#/$defs/a"}}}},"items":{"$ref":"#/$defs/a"}}'],
    ['a definition that is false', '{"$defs":{"no":false},"items":{"$ref":"#/$defs/no"}}'],
    ['a name that is escaped in the pointer', '{"$defs":{"a/b~c":{}},"items":{"$ref":"#/$defs/a~1b~0c"}}'],
    ['a name that is escaped in the fragment', '{"$defs":{"a b%":{}},"items":{"$ref":"#/$defs/a%20b%25"}}'],
    ['a name beyond ASCII', '{"$defs":{"\u00e9":{}},"items":{"$ref":"#/$defs/\u00e9"}}'],
    ['an element of a list', '{"allOf":[{},{"type":"string"}],"items":{"$ref":"#/allOf/1"}}'],
    ['an anchor', '{"$defs":{"a":{"$anchor":"here"}},"items":{"$ref":"#here"}}'],
    ['a dynamic anchor', '{"$dynamicAnchor":"node","items":{"$dynamicRef":"#node"}}'],
    ['an anchor of draft-07', '{"definitions":{"a":{"$id":"#here"}},"items":{"$ref":"#here"}}'],
    ['an embedded resource by its address', '{"$defs":{"a":{"$id":"https://example.com/a"}},"items":{"$ref":"https://example.com/a"}}'],
    ['an embedded resource by a relative address', '{"$id":"https://example.com/dir/root","$defs":{"a":{"$id":"a"}},"items":{"$ref":"a"}}'],
    ['a place in an embedded resource', '{"$defs":{"a":{"$id":"https://example.com/a","$defs":{"b":{}}}},"items":{"$ref":"https://example.com/a#/$defs/b"}}'],
    ['a place below a keyword that nobody knows', '{"components":{"a":{"type":"string"}},"items":{"$ref":"#/components/a"}}']
  ])('is fine: %s', (_title, text) => expect(faultOf(text)).toBeNull())
})

describe('a reference that does not', () => {
  it.each([
    ['to a definition that is missing', '{"items":{"$ref":"#/$defs/a"}}'],
    ['to an anchor that is missing', '{"items":{"$ref":"#here"}}'],
    ['to a dynamic anchor that is missing', '{"items":{"$dynamicRef":"#here"}}'],
    ['to a value that is no schema', '{"$defs":{"a":"text"},"items":{"$ref":"#/$defs/a"}}'],
    ['to a list', '{"allOf":[{}],"items":{"$ref":"#/allOf"}}'],
    ['to an inherited name', '{"$defs":{},"items":{"$ref":"#/$defs/toString"}}'],
    ['to a file beside it', '{"items":{"$ref":"other.json"}}'],
    ['from a place that only another reference leads to', '{"components":{"a":{"items":{"$ref":"#/nowhere"}}},"items":{"$ref":"#/components/a"}}'],
    ['from two steps away', '{"x":{"a":{"not":{"$ref":"#/x/b"}},"b":{"not":{"$ref":"#/x/c"}}},"items":{"$ref":"#/x/a"}}'],
    ['to an anchor of another resource', '{"$defs":{"a":{"$id":"https://example.com/a","$anchor":"here"}},"items":{"$ref":"#here"}}']
  ])('is unresolved: %s', (_title, text) => expect(faultOf(text)).toBe('schema_reference_unresolved'))

  it.each(['https://example.com/a.json', 'http://169.254.169.254/', 'file:///etc/passwd', '//example.com/a', 'urn:uuid:1', 'data:application/json,{}', 'https://json-schema.org/draft/2020-12/schema'])(
    'is remote: %s',
    (reference) => expect(faultOf(`{"items":{"$ref":"${reference}"}}`)).toBe('schema_reference_remote')
  )

  it.each([
    'properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'
  ])('is found in a map of schemas: %s', (keyword) => {
    expect(faultOf(`{"${keyword}":{"k":{"$ref":"#/nowhere"}}}`)).toBe('schema_reference_unresolved')
  })

  it.each(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'])('is found in a list of schemas: %s', (keyword) => {
    expect(faultOf(`{"${keyword}":[true,{"$ref":"#/nowhere"}]}`)).toBe('schema_reference_unresolved')
  })

  it.each([
    'additionalItems', 'additionalProperties', 'contains', 'contentSchema', 'else', 'if', 'items', 'not', 'propertyNames', 'then',
    'unevaluatedItems', 'unevaluatedProperties'
  ])('is found in a single schema: %s', (keyword) => {
    expect(faultOf(`{"${keyword}":{"$ref":"#/nowhere"}}`)).toBe('schema_reference_unresolved')
  })

  it.each([
    '{"const":{"$ref":"#/nowhere"}}',
    '{"enum":[{"$ref":"#/nowhere"}]}',
    '{"default":{"$ref":"#/nowhere"},"examples":[{"$ref":"x"}]}',
    '{"properties":{"$ref":{"type":"string"}}}'
  ])('is not seen in data: %s', (text) => expect(faultOf(text)).toBeNull())
})

describe('the number of subschemas', () => {
  const wide = (count: number): string => `{"properties":{${Array.from({ length: count }, (_, index) => `"p${index}":{}`).join(',')}}}`

  it('is counted with the root', () => {
    expect(faultOf(wide(99), 100)).toBeNull()
    expect(faultOf(wide(100), 100)).toBe('schema_too_large')
  })

  it('counts a place once, however many references lead there', () => {
    const references = Array.from({ length: 50 }, (_, index) => `"p${index}":{"$ref":"#/x/a"}`).join(',')
    expect(faultOf(`{"x":{"a":{}},"properties":{${references}}}`, 52)).toBeNull()
    expect(faultOf(`{"x":{"a":{}},"properties":{${references}}}`, 51)).toBe('schema_too_large')
  })
})

describe('what cannot be judged exactly', () => {
  it.each([
    ['a type that does not exist', '{"type":"strin"}'],
    ['no type at all', '{"type":[]}'],
    ['a type of draft-03', '{"type":"any"}'],
    ['required as draft-03 had it', '{"properties":{"a":{"required":true}}}'],
    ['a limit as draft-04 had it', '{"minimum":1,"exclusiveMinimum":true}'],
    ['a limit in quotes', '{"minimum":"1"}'],
    ['a negative length', '{"minLength":-1}'],
    ['half a character', '{"maxLength":1.5}'],
    ['a count in quotes', '{"maxItems":"3"}'],
    ['multiples of zero', '{"multipleOf":0}'],
    ['multiples of less', '{"multipleOf":-1e-400}'],
    ['a pattern that is none', '{"pattern":"("}'],
    ['a pattern with a back-reference', '{"pattern":"(a)\\\\1"}'],
    ['a pattern for names that is none', '{"patternProperties":{"[":{}}}'],
    ['an enumeration that is no list', '{"enum":"a"}'],
    ['an empty list of schemas', '{"anyOf":[]}'],
    ['a list in place of a schema', '{"not":[{}]}'],
    ['a text in place of a schema', '{"properties":{"a":"string"}}'],
    ['null in place of a schema', '{"items":null}'],
    ['a reference that is no text', '{"$ref":{"not":"a string"}}'],
    ['an anchor that is no name', '{"$anchor":"#a"}'],
    ['an address that is no text', '{"$id":5}'],
    ['an address with a fragment', '{"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{"a":{"$id":"#a"}}}'],
    ['a list of items where 2020-12 was declared', '{"$schema":"https://json-schema.org/draft/2020-12/schema","items":[{}]}'],
    ['a keyword of 2020-12 in draft-07', '{"$schema":"http://json-schema.org/draft-07/schema#","prefixItems":[{}]}'],
    ['a keyword of 2019-09', '{"properties":{"a":{"$recursiveRef":"#"}}}'],
    ['another dialect in the middle of a resource', '{"properties":{"a":{"$schema":"http://json-schema.org/draft-07/schema#"}}}'],
    ['two anchors of one name', '{"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}}'],
    ['two different schemas under one address', '{"$defs":{"a":{"$id":"x","type":"null"},"b":{"$id":"x"}}}'],
    ['a reference to itself', '{"$ref":"#"}'],
    ['a circle of branches', '{"anyOf":[{"type":"null"},{"$ref":"#/$defs/a"}],"$defs":{"a":{"not":{"$ref":"#"}}}}'],
    ['a circle by a dynamic anchor', '{"$dynamicAnchor":"n","allOf":[{"$dynamicRef":"#n"}]}'],
    ['a circle by the dynamic anchor of another resource', '{"$id":"https://example.com/m","$dynamicAnchor":"n","$ref":"t","$defs":{"t":{"$id":"t","$dynamicRef":"#n","$defs":{"x":{"$dynamicAnchor":"n"}}}}}'],
    ['a way of 300 references', `{"$ref":"#/$defs/d0","$defs":{${Array.from({ length: 300 }, (_, n) => `"d${n}":{"$ref":"#/$defs/d${n + 1}"}`).join(',')},"d300":{}}}`]
  ])('%s', (_title, text) => expect(faultOf(text)).toBe('schema_unsupported'))

  it.each([
    ['whole numbers however they are written', '{"minLength":2.0,"maxLength":1e400,"multipleOf":1e-400}'],
    ['definitions that are no schemas, while nothing refers to them', '{"$defs":{"a":"text"},"definitions":5}'],
    ['two equal schemas under one address', '{"properties":{"a":{"$id":"T0","type":"null"},"b":{"$id":"T0","type":"null"}}}'],
    ['a recursion through a member', '{"$defs":{"a":{"properties":{"next":{"$ref":"#/$defs/a"}}}},"$ref":"#/$defs/a"}'],
    ['what is beside a reference in draft-07', '{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/a","type":"nonsense","definitions":{"a":{}}}'],
    ['unknown keywords of any form', '{"x":[null],"nullable":true,"example":{"type":5}}']
  ])('but not %s', (_title, text) => expect(faultOf(text)).toBeNull())

  it('is less than an unknown dialect and an unresolved reference', () => {
    expect(faultOf('{"type":"x","$defs":{"a":{"$id":"a","$schema":"urn:x"}}}')).toBe('schema_dialect_unsupported')
    expect(faultOf('{"type":"x","$ref":"#/nowhere"}')).toBe('schema_reference_unresolved')
  })
})

describe('a pattern', () => {
  it('counts with the states that it becomes', () => {
    expect(faultOf('{"pattern":"a{100}"}', 101)).toBeNull()
    expect(faultOf('{"pattern":"a{100}"}', 100)).toBe('schema_too_large')
    expect(faultOf('{"patternProperties":{"a{100}":{}}}', 101)).toBe('schema_too_large')
    expect(faultOf('{"pattern":"(((a{99}){99}){99}){99}"}')).toBe('schema_too_large')
  })
})
