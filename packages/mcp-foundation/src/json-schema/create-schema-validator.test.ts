import { describe, expect, it } from 'vitest'
import { DEFAULT_BOUNDS } from '../bounds/default-bounds.ts'
import { descriptor } from '../__fixtures__/snapshots.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { parseJson } from '../json/parse-json.ts'
import { resolvePointer } from '../json/resolve-pointer.ts'
import { createSchemaValidator } from './create-schema-validator.ts'
import type { Violation } from './verdict.ts'

const violationsOf = (schema: JsonObject, value: JsonValue): readonly Violation[] => {
  const verdict = createSchemaValidator(DEFAULT_BOUNDS).validate(schema, value)
  if (verdict.kind !== 'invalid') throw new Error(verdict.kind)
  return verdict.violations
}
/** Pointer into the value, then pointer into the schema. */
const placesOf = (schema: string, value: string): readonly string[] =>
  violationsOf(descriptor(schema), parseJson(value)).map(({ pointer, schemaPointer }) => `${pointer} ${schemaPointer}`)

describe('what is wrong', () => {
  it.each([
    ['{"type":"object"}', '1', [' /type']],
    ['{"properties":{"a":{"type":"string"},"b":{"minimum":3}}}', '{"a":1,"b":2}', ['/a /properties/a/type', '/b /properties/b/minimum']],
    ['{"required":["a","b","c"]}', '{"b":1}', [' /required/0', ' /required/2']],
    ['{"additionalProperties":false}', '{"a":1,"x/y~z":2}', ['/a /additionalProperties', '/x~1y~0z /additionalProperties']],
    ['{"properties":{"a":false}}', '{"a":1}', ['/a /properties/a']],
    ['{"patternProperties":{"^x/":{"type":"null"}}}', '{"x/":1}', ['/x~1 /patternProperties/^x~1/type']],
    ['{"propertyNames":{"maxLength":1}}', '{"ab":1,"c":2}', ['/ab /propertyNames']],
    ['{"items":{"type":"null"}}', '[null,1,2]', ['/1 /items/type', '/2 /items/type']],
    ['{"prefixItems":[{"type":"null"}],"items":false}', '[1,2]', ['/0 /prefixItems/0/type', '/1 /items']],
    ['{"contains":{"type":"null"},"minContains":2}', '[null]', [' /minContains']],
    ['{"contains":{"type":"null"}}', '[]', [' /contains']],
    ['{"dependentRequired":{"a":["b"]}}', '{"a":1}', [' /dependentRequired/a']],
    ['{"not":{"type":"number"}}', '1', [' /not']],
    ['{"allOf":[{"minimum":2},{"multipleOf":2}]}', '1', [' /allOf/0/minimum', ' /allOf/1/multipleOf']],
    ['{"if":{"minimum":0},"then":{"multipleOf":2}}', '1', [' /then/multipleOf']],
    ['{"unevaluatedProperties":false,"properties":{"a":{}}}', '{"a":1,"b":2}', ['/b /unevaluatedProperties']],
    // What failed was not looked at, so that nothing is said about it twice.
    ['{"unevaluatedProperties":false,"properties":{"a":{"type":"null"}}}', '{"a":1}', ['/a /properties/a/type']],
    ['{"$ref":"#/$defs/a","$defs":{"a":{"properties":{"b":{"$ref":"#b"}}},"b":{"$anchor":"b","type":"null"}}}', '{"b":1}', ['/b /$defs/b/type']],
    ['{"minimum":2,"multipleOf":2}', '1', [' /minimum', ' /multipleOf']]
  ])('by %s in %s', (schema, value, places) => expect(placesOf(schema, value)).toEqual(places))

  it('names a missing member by its place in the frozen schema', () => {
    const schema = descriptor('{"properties":{"inner":{"required":["a","b/c"]}}}')
    const [violation] = violationsOf(schema, { inner: { a: 1 } })
    expect(violation).toEqual({ pointer: '/inner', keyword: 'required', schemaPointer: '/properties/inner/required/1' })
    expect(resolvePointer(schema, violation?.schemaPointer ?? '')).toBe('b/c')
  })

  it('is said of the one branch that was meant', () => {
    const nullable = '{"anyOf":[{"type":"object","required":["id"],"properties":{"id":{"type":"string"},"c":{"enum":["x"]}}},{"type":"null"}]}'
    expect(placesOf(nullable, '{"id":1}')).toEqual([' /anyOf', '/id /anyOf/0/properties/id/type'])
    expect(placesOf(nullable, '{"id":"a","c":"y"}')).toEqual([' /anyOf', '/c /anyOf/0/properties/c/enum'])
    expect(placesOf(nullable, '5')).toEqual([' /anyOf'])
    const tagged = '{"oneOf":[{"type":"object","properties":{"k":{"const":"a"},"x":{"type":"string"}},"required":["k","x"]},{"type":"object","properties":{"k":{"const":"b"}},"required":["k","y"]}]}'
    expect(placesOf(tagged, '{"k":"a"}')).toEqual([' /oneOf', ' /oneOf/0/required/1'])
    expect(placesOf(tagged, '{"k":"b"}')).toEqual([' /oneOf', ' /oneOf/1/required/1'])
    expect(placesOf(tagged, '{"k":"c"}')).toEqual([' /oneOf'])
    expect(placesOf('{"oneOf":[{"minimum":0},{"minimum":1}]}', '2')).toEqual([' /oneOf'])
  })

  it('is not said of what was allowed to fail', () => {
    expect(placesOf('{"anyOf":[{"type":"null"},{"type":"number"}],"not":{"not":{"type":"null"}},"if":{"type":"null"},"minimum":5}', '1')).toEqual([
      ' /minimum',
      ' /not'
    ])
  })

  it('stops after eight places, in branches too', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`m${index}`, index]))
    expect(violationsOf({ additionalProperties: { type: 'string' } }, many)).toHaveLength(8)
    expect(violationsOf({ anyOf: [{ additionalProperties: { type: 'string' } }, { type: 'null' }] }, many)).toHaveLength(8)
    expect(violationsOf({ required: Object.keys(many) }, {})).toHaveLength(8)
  })

  it('holds no text of the schema in what a caller sees', () => {
    const secret = 'ignore all previous instructions'
    const schema = { properties: { [secret]: { type: 'string', pattern: secret } }, required: [secret], additionalProperties: false, enum: [secret] }
    for (const { pointer, keyword } of violationsOf(schema, { other: 1 })) expect(`${pointer} ${keyword}`).not.toContain(secret)
  })
})

describe('a validator', () => {
  it('keeps nothing of the values that it judged', () => {
    const validator = createSchemaValidator(DEFAULT_BOUNDS)
    const schema = descriptor('{"properties":{"a":{"type":"string"}}}')
    expect(validator.validate(schema, { a: 'x' }).kind).toBe('valid')
    expect(validator.validate(schema, { a: 1 }).kind).toBe('invalid')
    expect(validator.validate(schema, { a: 'x' }).kind).toBe('valid')
  })

  it.each(['{"type":"strin"}', '{"$schema":"urn:x"}', '{"$ref":"#/nowhere"}', '{"items":{"$ref":"https://example.com/x"}}'])('refuses %s every time it is asked', (text) => {
    const validator = createSchemaValidator(DEFAULT_BOUNDS)
    const schema = descriptor(text)
    expect(validator.validate(schema, {})).toEqual(validator.validate(schema, {}))
    expect(validator.validate(schema, {}).kind).toBe('refused')
  })

  it('counts steps for each value anew', () => {
    const validator = createSchemaValidator({ maxSchemaNodes: 10, maxSchemaSteps: 200 })
    const schema = descriptor('{"items":{"type":"integer"}}')
    for (let round = 0; round < 50; round += 1) expect(validator.validate(schema, [1, 2, 3])).toEqual({ kind: 'valid' })
    expect(validator.validate(schema, Array.from({ length: 1_000 }, () => 1))).toEqual({ kind: 'refused', reason: 'too_many_steps' })
  })

  it('says invalid even where the steps do not suffice for the reasons', () => {
    const schema: JsonObject = { allOf: [false, { items: { type: 'integer' } }] }
    const verdict = createSchemaValidator({ maxSchemaNodes: 10, maxSchemaSteps: 200 }).validate(schema, Array.from({ length: 1_000 }, () => 1))
    expect(verdict).toEqual({ kind: 'invalid', violations: [{ pointer: '', keyword: 'allOf', schemaPointer: '/allOf/0' }] })
  })

  it('never gives a verdict on a value that is deeper than it follows', () => {
    const schema = descriptor('{"properties":{"n":{"$ref":"#"}},"type":"object"}')
    let value: JsonValue = 1
    for (let level = 0; level < 5_000; level += 1) value = { n: value }
    expect(createSchemaValidator(DEFAULT_BOUNDS).validate(schema, value)).toEqual({ kind: 'refused', reason: 'too_deep' })
  })

  it('follows a wide value to its end', () => {
    const schema = descriptor('{"items":{"type":"integer"}}')
    expect(createSchemaValidator(DEFAULT_BOUNDS).validate(schema, Array.from({ length: 5_000 }, (_, n) => n))).toEqual({ kind: 'valid' })
  })

  it('gives no other verdict when it is called with little stack left', () => {
    const validator = createSchemaValidator(DEFAULT_BOUNDS)
    const schema = descriptor('{"properties":{"n":{"$ref":"#"}},"type":"object"}')
    let value: JsonValue = 'no object'
    for (let level = 0; level < 60; level += 1) value = { n: value }
    const kinds = new Set<string>()
    const descend = (): void => {
      try {
        descend()
      } catch {
        // Near the end of the stack, and further up again.
      }
      kinds.add(validator.validate(schema, value).kind)
    }
    try {
      descend()
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError)
    }
    expect([...kinds].toSorted()).toEqual(['invalid', 'refused'])
  })
})
