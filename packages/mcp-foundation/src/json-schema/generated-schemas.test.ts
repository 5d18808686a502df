// What the libraries write that servers describe their arguments with. zod is asked itself, in both dialects, and agrees
// with us about every value; what TypeBox 0.34 and 1.4 and pydantic 2 write was written down.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { expectVerdicts, judgeText } from '../__fixtures__/judge-text.ts'

interface Tree {
  readonly value: string
  readonly children: readonly Tree[]
}
const tree: z.ZodType<Tree> = z.object({
  value: z.string(),
  get children() {
    return z.array(tree)
  }
})
const rest = { a: z.string() }

/** A type, values that it takes, and values that it does not. */
const ZOD: readonly (readonly [name: string, type: z.ZodType, taken: readonly unknown[], refused: readonly unknown[]])[] = [
  ['email', z.email(), ['a@b.co', "o'neil.x-y+z@mail.example.org"], ['a@b', '.a@b.co', 'a..b@c.de', 'a@b..c', '@b.co', 5]],
  ['email as browsers', z.email({ pattern: z.regexes.html5Email }), ['a@b', 'a.b@c.de'], ['a@-b.de', 'a b@c.de']],
  ['email of RFC 5322', z.email({ pattern: z.regexes.rfc5322Email }), ['a.b@c.de', '"a b"@c.de', 'a@[1.2.3.4]'], ['a,b@c.de', 'a@b']],
  ['email beyond ASCII', z.email({ pattern: z.regexes.unicodeEmail }), ['gr\u00fcezi@\u4f8b.jp'], ['a b@c', `${'a'.repeat(65)}@b`]],
  ['uuid', z.uuid(), ['123e4567-e89b-42d3-a456-426614174000', '00000000-0000-0000-0000-000000000000'], ['123e4567-e89b-42d3-c456-426614174000', '123e4567e89b42d3a456426614174000', '']],
  ['guid', z.guid(), ['123e4567-e89b-92d3-c456-426614174000'], ['123e4567']],
  ['date-time', z.iso.datetime({ offset: true }), ['2026-11-30T12:34:56Z', '2024-02-29T00:00:00.123+23:59'], ['2026-02-29T12:34:56Z', '2026-11-30', '2026-11-30T24:00:00Z', '2026-13-01T00:00:00Z']],
  ['local date-time', z.iso.datetime({ local: true, precision: 3 }), ['2026-11-30T12:34:56.789', '2026-11-30T12:34:56.789Z'], ['2026-11-30T12:34:56']],
  ['date', z.iso.date(), ['2024-02-29', '2026-12-31'], ['2026-02-29', '1900-02-29', '2026-00-01', '2026-1-1']],
  ['time', z.iso.time(), ['12:34', '12:34:56.7'], ['24:00', '12:60']],
  ['duration', z.iso.duration(), ['P1Y2M3DT4H5M6.7S', 'PT1S', 'P3W'], ['P', 'PT', 'P1Y3W', '1Y', 'P1H']],
  ['emoji', z.emoji(), ['\u{1f600}\u{1f44d}\u{1f3fd}', '1\ufe0f\u20e3'], ['a', '', '1']],
  ['base64', z.base64(), ['', 'YWI=', 'YWJj'], ['YWI', 'YW=I']],
  ['base64url', z.base64url(), ['', 'YWI', 'YW-_'], ['YWI+', 'Y']],
  ['IPv4', z.ipv4(), ['1.2.3.4', '255.255.255.255'], ['256.1.1.1', '1.2.3', '01.2.3.4']],
  ['IPv6', z.ipv6(), ['::', '2001:db8::1', '1:2:3:4:5:6:7:8'], [':::', '1:2:3:4:5:6:7:8:9', '12345::']],
  ['IPv4 block', z.cidrv4(), ['10.0.0.0/8'], ['10.0.0.0/33', '10.0.0.0']],
  ['hostname', z.hostname(), ['a.example.org', 'localhost', `${'a'.repeat(63)}.de`], ['-a.de', 'a_b.de', `${'a'.repeat(64)}.de`, `${'a.'.repeat(130)}de`]],
  ['phone', z.e164(), ['+4915112345678'], ['015112345678', '+0123']],
  ['nanoid, cuid, ulid', z.union([z.nanoid(), z.cuid(), z.ulid()]), ['V1StGXR8_Z5jdHi6B-myT', 'cjld2cjxh0000qzrmn831i7rn', '01ARZ3NDEKTSV4RRFFQ69G5FAV'], ['#', '']],
  ['integer', z.int(), [0, -9007199254740991, 1e15], [1.5, 9007199254740992, '1']],
  ['number', z.number().min(1).max(5).multipleOf(0.25), [1, 1.25, 5], [0.75, 1.1, 5.25, '2']],
  ['number without its ends', z.number().gt(0).lt(1), [0.5], [0, 1]],
  ['text', z.string().min(2).max(3).regex(/^[a-z-]+$/), ['ab', 'a-c'], ['a', 'abcd', 'A-']],
  ['text from, with, to', z.string().startsWith('a.b').endsWith('c').includes('+'), ['a.b+c'], ['a.bc', 'axb+c', 'a.b+']],
  ['lower case', z.string().lowercase(), ['abc1', ''], ['aBc']],
  ['template', z.templateLiteral(['id-', z.number(), '/', z.enum(['a', 'b'])]), ['id-1/a', 'id--2.5/b'], ['id-/a', 'id-1/c']],
  ['enumeration', z.enum(['a', 'b']), ['a'], ['c', 1]],
  ['literals', z.literal(['a', 1, null, true]), ['a', 1, null, true], ['b', 2, false]],
  ['optional and nullable members', z.object({ a: z.string().optional(), b: z.string().nullable() }), [{ b: null }, { a: 'x', b: 'y', c: 1 }], [{}, { a: null, b: 'x' }]],
  ['strict object', z.strictObject(rest), [{ a: 'x' }], [{ a: 'x', b: 1 }, {}]],
  ['loose object', z.looseObject(rest), [{ a: 'x', b: 1 }], [{ b: 1 }]],
  ['object with others', z.object(rest).catchall(z.number()), [{ a: 'x', b: 1 }], [{ a: 'x', b: 'y' }]],
  ['union', z.union([z.string(), z.object({ a: z.number() })]), ['x', { a: 1 }], [1, { a: 'x' }, null]],
  ['tagged union', z.discriminatedUnion('k', [z.object({ k: z.literal('a'), x: z.string() }), z.object({ k: z.literal('b'), y: z.number() })]), [{ k: 'a', x: 's' }, { k: 'b', y: 1 }], [{ k: 'a', y: 1 }, { k: 'c' }, {}]],
  ['intersection', z.intersection(z.object(rest), z.object({ b: z.number() })), [{ a: 'x', b: 1 }], [{ a: 'x' }, { b: 1 }]],
  ['record', z.record(z.string(), z.number()), [{}, { a: 1 }], [{ a: 'x' }, []]],
  ['record of an enumeration', z.record(z.enum(['a', 'b']), z.number()), [{ a: 1, b: 2 }], [{ a: 1 }, { a: 1, b: 2, c: 3 }]],
  ['record of a pattern', z.record(z.string().regex(/^x-/), z.number()), [{ 'x-a': 1 }], [{ a: 1 }]],
  ['tuple', z.tuple([z.string(), z.number()]), [['a', 1]], [['a'], [1, 'a'], ['a', 1, 2]]],
  ['tuple with more', z.tuple([z.string()], z.boolean()), [['a'], ['a', true]], [[], ['a', 1]]],
  ['list', z.array(z.string()).min(1).max(2), [['a']], [[], ['a', 'b', 'c'], [1]]],
  ['recursive type', tree, [{ value: 'a', children: [{ value: 'b', children: [] }] }], [{ value: 'a' }, { value: 'a', children: [{ value: 1, children: [] }] }]],
  ['any JSON', z.json(), [null, { a: [1, { b: 'x' }] }], []],
  ['nothing', z.never(), [], [null, {}]],
  ['null', z.null(), [null], [0, 'null']]
]

describe.each(['draft-2020-12', 'draft-7'] as const)('zod, %s', (target) => {
  it.each(ZOD)('%s', (_name, type, taken, refused) => {
    const schema = JSON.stringify(z.toJSONSchema(type, { target, io: 'input' }))
    for (const value of taken) expect({ value, zod: type.safeParse(value).success, ours: judgeText(schema, JSON.stringify(value)) }).toEqual({ value, zod: true, ours: 'valid' })
    for (const value of refused) expect({ value, zod: type.safeParse(value).success, ours: judgeText(schema, JSON.stringify(value)) }).toEqual({ value, zod: false, ours: 'invalid' })
  })

  it('says of an address and of a token that it is a text, as formats do not assert', () => {
    for (const type of [z.url(), z.jwt()]) {
      const schema = JSON.stringify(z.toJSONSchema(type, { target, io: 'input' }))
      expect([judgeText(schema, '"https://example.com/"'), judgeText(schema, '"no"'), judgeText(schema, '5')]).toEqual(['valid', 'valid', 'invalid'])
    }
  })
})

describe('TypeBox', () => {
  it.each([
    ['a union', '{"anyOf":[{"type":"string","const":"a"},{"type":"number"}]}', ['"a"', '1'], ['"b"']],
    ['a tuple', '{"type":"array","additionalItems":false,"items":[{"type":"string"},{"type":"number"}],"minItems":2,"maxItems":2}', ['["a",1]'], ['["a"]', '[1,"a"]', '["a",1,2]']],
    ['a record', '{"type":"object","patternProperties":{"^(.*)$":{"type":"integer"}}}', ['{"a":1}', '{}'], ['{"a":"x"}', '{"":1.5}']],
    ['a record of templates', '{"type":"object","patternProperties":{"^x-(.*)$":{"type":"integer"}},"additionalProperties":false}', ['{"x-a":1}'], ['{"y":1}', '{"x-a":"b"}']],
    [
      'an intersection',
      '{"unevaluatedProperties":false,"type":"object","allOf":[{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}},{"type":"object","required":["b"],"properties":{"b":{"type":"number"}}}]}',
      ['{"a":"x","b":1}'],
      ['{"a":"x"}', '{"a":"x","b":1,"c":2}']
    ],
    [
      'a recursive type of 0.34',
      '{"$id":"T0","type":"object","required":["id","nodes"],"properties":{"id":{"type":"string"},"nodes":{"type":"array","items":{"$ref":"T0"}}}}',
      ['{"id":"a","nodes":[{"id":"b","nodes":[]}]}'],
      ['{"id":"a","nodes":[{"id":"b"}]}']
    ],
    [
      'a recursive type of 1.4',
      '{"$defs":{"Node":{"type":"object","required":["id","nodes"],"properties":{"id":{"type":"string"},"nodes":{"type":"array","items":{"$ref":"Node"}}},"$id":"Node"}},"$ref":"Node"}',
      ['{"id":"a","nodes":[{"id":"b","nodes":[]}]}'],
      ['{"id":"a","nodes":[1]}']
    ],
    ['anything but a text', '{"not":{"type":"string"}}', ['1'], ['"a"']]
  ])('%s', (_name, schema, allowed, refused) => expectVerdicts(schema, allowed, refused))
})

describe('pydantic', () => {
  it.each([
    ['an optional member', '{"properties":{"a":{"anyOf":[{"type":"integer"},{"type":"null"}],"default":null,"title":"A"}},"title":"M","type":"object"}', ['{}', '{"a":null}', '{"a":5}'], ['{"a":"5"}', '{"a":1.5}']],
    [
      'a recursive model',
      '{"$defs":{"Node":{"properties":{"name":{"title":"Name","type":"string"},"children":{"items":{"$ref":"#/$defs/Node"},"title":"Children","type":"array"}},"required":["name"],"title":"Node","type":"object"}},"$ref":"#/$defs/Node"}',
      ['{"name":"a","children":[{"name":"b"}]}'],
      ['{"name":"a","children":[{}]}']
    ],
    [
      'a tagged union',
      '{"properties":{"pet":{"discriminator":{"mapping":{"cat":"#/$defs/Cat","dog":"#/$defs/Dog"},"propertyName":"kind"},"oneOf":[{"$ref":"#/$defs/Cat"},{"$ref":"#/$defs/Dog"}],"title":"Pet"}},"required":["pet"],"type":"object","$defs":{"Cat":{"properties":{"kind":{"const":"cat","title":"Kind","type":"string"}},"required":["kind"],"type":"object"},"Dog":{"properties":{"kind":{"const":"dog","type":"string"},"bark":{"type":"boolean"}},"required":["kind","bark"],"type":"object"}}}',
      ['{"pet":{"kind":"cat"}}', '{"pet":{"kind":"dog","bark":true}}'],
      ['{"pet":{"kind":"dog"}}', '{"pet":{"kind":"cow"}}']
    ],
    ['a dictionary', '{"additionalProperties":{"type":"number"},"type":"object"}', ['{"a":1.5}'], ['{"a":"x"}']],
    ['a tuple', '{"maxItems":2,"minItems":2,"prefixItems":[{"type":"integer"},{"type":"string"}],"type":"array"}', ['[1,"a"]'], ['["a",1]', '[1]']],
    ['a set', '{"items":{"type":"integer"},"type":"array","uniqueItems":true}', ['[1,2]'], ['[1,1]']],
    ['a decimal', '{"anyOf":[{"type":"number"},{"pattern":"^(?!^[-+.]*$)[+-]?0*\\\\d*\\\\.?\\\\d*$","type":"string"}]}', ['1.5', '"-0.50"', '".5"'], ['"."', '"+-"', '"1e5"', 'null']],
    ['texts with formats', '{"properties":{"e":{"format":"email","type":"string"},"u":{"format":"uri","maxLength":2083,"minLength":1,"type":"string"},"d":{"format":"duration","type":"string"},"i":{"format":"uuid","type":"string"}},"type":"object"}', ['{"e":"a@b.co","u":"https://a","d":"P1D","i":"x"}'], ['{"u":""}', '{"d":5}']],
    ['a bounded number', '{"exclusiveMinimum":0,"multipleOf":0.01,"type":"number"}', ['0.01', '19.99', '1000000.01'], ['0', '0.001']],
    ['an enumeration by reference', '{"$defs":{"Color":{"enum":["red","green"],"title":"Color","type":"string"}},"properties":{"c":{"$ref":"#/$defs/Color","default":"red"}},"type":"object"}', ['{"c":"red"}', '{}'], ['{"c":"blue"}']],
    ['no further members', '{"additionalProperties":false,"properties":{"a":{"type":"integer"}},"type":"object"}', ['{"a":1}'], ['{"b":1}']]
  ])('%s', (_name, schema, allowed, refused) => expectVerdicts(schema, allowed, refused))
})
