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
