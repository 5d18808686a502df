// Schemas and values that were made to mislead a judge, to keep it busy or to make it run something. Numbers as in
// docs/security-cases.md.
import { execFileSync } from 'node:child_process'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { DEFAULT_BOUNDS } from '../bounds/default-bounds.ts'
import { descriptor } from '../__fixtures__/snapshots.ts'
import type { JsonValue } from '../json/json-value.ts'
import { parseJson } from '../json/parse-json.ts'
import { createSchemaValidator } from './create-schema-validator.ts'

// Counted in steps, not in time; a busy machine may take long for them.
vi.setConfig({ testTimeout: 60_000 })

const judge = (schema: string, value: JsonValue): unknown => {
  const verdict = createSchemaValidator(DEFAULT_BOUNDS).validate(descriptor(schema), value)
  return verdict.kind === 'refused' ? verdict.reason : verdict.kind
}
const patternOf = (pattern: string): string => JSON.stringify({ pattern })

// Each needs time that grows with a power of the length, or doubles with it, in an engine that goes back. Here each is
// judged within the steps of the default bound, which are counted and not timed.
const SLOW_ELSEWHERE = [
  '^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '^(a*)*$', '^(a+)*b$', '^(.*a){8}$', '^(a|a?)+$', '^([a-zA-Z]+)*$', '^(\\w+\\s?)*$',
  '^(\\d+)*x$', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$', '^a*a*a*a*a*a*b$', '^(a?){20}a{20}$', '^[\\s\\S]*[\\s\\S]*x$',
  '(.*)*=(.*)*', '^(ab?a?)*$', '((a{1,5}){1,5})*$', '^([^"]|"")*$', '\\s+$'
]

it.each(SLOW_ELSEWHERE)('G-02: judges a long string by %s within the default steps', (pattern) => {
  const long = `${'a'.repeat(10_000)}!`
  expect(judge(patternOf(pattern), long)).toBe(new RegExp(pattern).test('aaaa!') ? 'valid' : 'invalid')
  expect(judge(JSON.stringify({ patternProperties: { [pattern]: false } }), { [long]: 1 })).not.toBe('too_many_steps')
})

it.each(['(a)\\1', '(?<n>a)\\k<n>', 'a{1,100000}', '(((a{99}){99}){99}){99}', '(', '[b-a]', '*a'])(
  'G-03: refuses the pattern %s when the schema is read, and hands it to no other engine',
  (pattern) => {
    expect(judge(patternOf(pattern), 'ab')).toMatch(/^schema_(unsupported|too_large)$/)
    expect(judge(JSON.stringify({ patternProperties: { [pattern]: {} } }), {})).toMatch(/^schema_(unsupported|too_large)$/)
  }
)

it.each(['(?=a)b', '(?!a)b', '(?<=a)b', '(?<!a)b', '^(?=.*b)a', '^(?!.*b)', '^(?=(a+)+$)'])('G-03: looks around by %s as the engine does', (pattern) => {
  for (const text of ['', 'a', 'b', 'ab', 'ba', 'aab', 'a'.repeat(20)]) {
    expect([text, judge(patternOf(pattern), text)]).toEqual([text, new RegExp(pattern, 'u').test(text) ? 'valid' : 'invalid'])
  }
  expect(judge(patternOf(pattern), `${'a'.repeat(10_000)}!`)).toMatch(/^(in)?valid$/)
})

it('G-04: holds a value to both of two patterns', () => {
  const schema = '{"properties":{"a":{"pattern":"^x$"},"b":{"pattern":"^y$"}},"patternProperties":{"^c":{"pattern":"^z$"}}}'
  expect(judge(schema, { a: 'x', b: 'y', c1: 'z' })).toBe('valid')
  for (const value of [{ a: 'y' }, { b: 'x' }, { c1: 'x' }]) expect(judge(schema, value)).toBe('invalid')
})

it.each([
  '{"$ref":"#"}',
  '{"allOf":[{"$ref":"#"}]}',
  '{"anyOf":[{"type":"null"},{"$ref":"#"}]}',
  '{"not":{"$ref":"#"}}',
  '{"if":{"$ref":"#"}}',
  '{"dependentSchemas":{"a":{"$ref":"#"}}}',
  '{"$dynamicAnchor":"n","$dynamicRef":"#n"}',
  '{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}'
])('G-05: refuses a recursion that gets no deeper into the value: %s', (schema) => {
  expect(judge(schema, {})).toBe('schema_unsupported')
})

const tower = (keyword: string, depth: number): string =>
  depth === 0 ? '{"type":"string"}' : `{"${keyword}":[${Array(3).fill(tower(keyword, depth - 1)).join(',')}]}`

/** Each definition asks the next one twice: 2^levels in all. */
const doubling = (levels: number, leaf: string): string => {
  const definitions = Array.from({ length: levels }, (_, n) => {
    const next = JSON.stringify({ $ref: `#/$defs/d${n + 1}` })
    return `"d${n}":{"allOf":[${next},${next}]}`
  })
  return `{"$ref":"#/$defs/d0","$defs":{${definitions.join(',')},"d${levels}":${leaf}}}`
}

it.each(['anyOf', 'oneOf', 'allOf'])('G-06: does not build a tower of %s', (keyword) => {
  expect(judge(tower(keyword, 9), 1)).toBe('schema_too_large')
  expect(judge(tower(keyword, 6), 1)).toBe('invalid')
})

it('G-06: stops where every step asks for two more, and lists eight reasons at most', () => {
  expect(judge(doubling(30, '{"type":"string"}'), 'a')).toBe('too_many_steps')
  const validator = createSchemaValidator(DEFAULT_BOUNDS)
  const wide = { additionalProperties: { type: 'string' } }
  const verdict = validator.validate(wide, Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`m${n}`, n])))
  expect(verdict.kind === 'invalid' && verdict.violations.length).toBe(8)
})

it('G-07: counts nodes before anything is built, and long lists as steps', () => {
  const properties = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`p${n}`, {}]))
  expect(judge(JSON.stringify({ properties }), {})).toBe('schema_too_large')
  let nested = '{}'
  for (let level = 0; level < 1_999; level += 1) nested = `{"not":${nested}}`
  const deep = parseJson(nested, 2_000)
  expect(createSchemaValidator(DEFAULT_BOUNDS).validate(deep as never, {})).toEqual({ kind: 'refused', reason: 'too_deep' })
  const values = Array.from({ length: 100_000 }, (_, n) => n)
  expect(judge(JSON.stringify({ enum: values }), -1)).toBe('invalid')
  const lists = JSON.stringify({ items: { enum: values } })
  expect(judge(lists, Array.from({ length: 100_000 }, () => -1.5))).toMatch(/^(invalid|too_many_steps)$/)
})

const HOSTILE_NAMES = ['");globalThis.tripped=1;("', '`${globalThis.tripped=1}`', "'+(globalThis.tripped=1)+'", '\u2028globalThis.tripped=1//', '*/globalThis.tripped=1/*', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '\0', 'n'.repeat(1_000_000)]

it.each(HOSTILE_NAMES.map((name) => [name.slice(0, 40), name]))('G-08: takes the name %j for a name', (_shown, name) => {
  const members = (value: string): string => `{${JSON.stringify(name)}:${value}}`
  const quoted = JSON.stringify(name)
  const present = descriptor(members('"x"'))
  expect(judge(`{"required":[${quoted}]}`, {})).toBe('invalid')
  expect(judge(`{"required":[${quoted}]}`, present)).toBe('valid')
  expect(judge(`{"properties":${members('{"type":"number"}')}}`, {})).toBe('valid')
  expect(judge(`{"properties":${members('{"type":"number"}')}}`, present)).toBe('invalid')
  expect(judge(`{"dependentRequired":${members('["a"]')}}`, {})).toBe('valid')
  expect(judge(`{"dependentRequired":${members('["a"]')}}`, present)).toBe('invalid')
  expect(judge(`{"properties":${members('true')},"additionalProperties":false}`, present)).toBe('valid')
  expect(judge('{"additionalProperties":false}', present)).toBe('invalid')
  expect(judge(`{"const":${quoted},"title":${quoted},"$comment":${quoted},"format":${quoted}}`, name)).toBe('valid')
  expect(judge(`{"enum":[${quoted}]}`, 'other')).toBe('invalid')
  expect('tripped' in globalThis).toBe(false)
})

it.each(['{"x-anything":{"type":"string"}}', '{"format":"no-such-format"}', '{"$comment":5,"title":7}', '{"contentEncoding":"base64","contentMediaType":"image/png"}'])(
  'G-09: lets what asserts nothing assert nothing: %s',
  (schema) => expect(judge(schema, 5)).toBe('valid')
)

it('G-09: refuses a vocabulary of somebody else, which only a dialect of their own can demand', () => {
  expect(judge('{"$schema":"https://example.com/meta","$vocabulary":{"https://example.com/vocab":true}}', 5)).toBe('schema_dialect_unsupported')
})

it('G-10: judges by the dialect that was declared, and refuses what only the other one knows', () => {
  const dialect = '"$schema":"http://json-schema.org/draft-07/schema#"'
  expect(judge(`{${dialect},"items":[{"type":"string"}]}`, [1])).toBe('invalid')
  expect(judge('{"prefixItems":[{"type":"string"}]}', [1])).toBe('invalid')
  expect(judge(`{${dialect},"prefixItems":[{"type":"string"}]}`, [1])).toBe('schema_unsupported')
  // Undeclared, a list of items keeps the only meaning that it ever had.
  expect(judge('{"items":[{"type":"string"}]}', [1])).toBe('invalid')
  expect(judge('{"$schema":"https://json-schema.org/draft/2020-12/schema","items":[{"type":"string"}]}', [1])).toBe('schema_unsupported')
})

it('G-11: keeps two schemas with one address apart, in one validator', () => {
  const validator = createSchemaValidator(DEFAULT_BOUNDS)
  const of = (type: string): ReturnType<typeof descriptor> =>
    descriptor(`{"$id":"https://example.com/s","$ref":"#/$defs/t","$defs":{"t":{"$id":"t","type":"${type}"}}}`)
  const [text, number] = [of('string'), of('number')]
  for (let round = 0; round < 2; round += 1) {
    expect([validator.validate(text, 'a').kind, validator.validate(number, 'a').kind]).toEqual(['valid', 'invalid'])
    expect([validator.validate(text, 1).kind, validator.validate(number, 1).kind]).toEqual(['invalid', 'valid'])
  }
})

it('G-12: changes nothing: it fills in no default, turns no text into a number and removes no member', () => {
  const schema = '{"type":"object","properties":{"n":{"type":"integer","default":5},"s":{"default":"x"}},"additionalProperties":true}'
  const value = Object.freeze({ other: Object.freeze([1, '2']) })
  const before = JSON.stringify(value)
  expect(judge(schema, value)).toBe('valid')
  expect(JSON.stringify(value)).toBe(before)
  expect(judge(schema, { n: '5' })).toBe('invalid')
})

it.each(['uri', 'email', 'date-time', 'regex', 'idn-hostname', 'uuid'])('G-13: asks no grammar about the format %s', (format) => {
  for (const text of [`${'a'.repeat(50_000)}!`, `${'a.'.repeat(25_000)}@`, '2026-13-45T99:99:99Z', '(', '\ud800']) {
    expect(judge(JSON.stringify({ format }), text)).toBe('valid')
  }
})

it('G-14: knows what true, false and an empty schema mean, and takes nothing else for a schema', () => {
  expect(judge('{}', 1)).toBe('valid')
  expect(judge('{"properties":{"a":true,"b":false}}', { a: 1 })).toBe('valid')
  expect(judge('{"properties":{"a":true,"b":false}}', { b: 1 })).toBe('invalid')
  for (const none of ['null', '[]', '"string"', '1']) expect(judge(`{"properties":{"a":${none}}}`, {})).toBe('schema_unsupported')
})

it('G-16: ends in a verdict or a refusal however deep the value is', () => {
  const list = '{"type":"object","properties":{"next":{"$ref":"#"}}}'
  const nested = (depth: number): JsonValue => {
    let value: JsonValue = {}
    for (let level = 0; level < depth; level += 1) value = { next: value }
    return value
  }
  expect(judge(list, nested(DEFAULT_BOUNDS.maxJsonDepth))).toBe('valid')
  expect(judge(list, nested(100_000))).toBe('too_deep')
})

it('G-17: stops at the steps that it was given, whatever is left to do', () => {
  const values = Array.from({ length: 1_000 }, (_, n) => n)
  const schema = descriptor('{"items":{"type":"integer"}}')
  const within = (maxSchemaSteps: number): unknown => createSchemaValidator({ maxSchemaNodes: 10, maxSchemaSteps }).validate(schema, values)
  expect(within(100)).toEqual({ kind: 'refused', reason: 'too_many_steps' })
  expect(within(10_000)).toEqual({ kind: 'valid' })
})

it('G-18: judges in a host that lets nobody make code from text', () => {
  const module = fileURLToPath(new URL('create-schema-validator.ts', import.meta.url))
  const script = `import { createSchemaValidator } from ${JSON.stringify(module)}
    let made = 'none'
    try { made = new Function('return "code"')() } catch {}
    const schema = { type: 'object', properties: { a: { pattern: '^(x|y)+$' } }, required: ['a'] }
    const { validate } = createSchemaValidator({ maxSchemaNodes: 100, maxSchemaSteps: 1000 })
    console.log(JSON.stringify([made, validate(schema, { a: 'xy' }).kind, validate(schema, { a: 'z' }).kind]))`
  const options = ['-C', '@b10x/source', '--disallow-code-generation-from-strings', '--input-type=module', '-e', script]
  expect(JSON.parse(execFileSync(execPath, options, { encoding: 'utf8' }))).toEqual(['none', 'valid', 'invalid'])
})
