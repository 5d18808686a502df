import { describe, expect, it } from 'vitest'
import { descriptor } from '../__fixtures__/snapshots.ts'
import { parseJson } from '../json/parse-json.ts'
import { canonicalize } from '../json/canonicalize.ts'
import { checkDescriptor } from './check-descriptor.ts'

const RULES = { mirrorsHeaders: false, runsTasks: false, maxSchemaNodes: 10_000 }

const statusOf = (text: string, maxSchemaNodes: number = 10_000): string => checkDescriptor(parseJson(text), { ...RULES, maxSchemaNodes }, canonicalize(parseJson(text)))
const SCHEMA = '"inputSchema":{"type":"object"}'

describe('a tool is usable', () => {
  it.each([
    ['with name and schema alone', `{"name":"t",${SCHEMA}}`],
    ['with every member of the schema', `{"name":"t","title":"T","description":"d","icons":[],"outputSchema":{},"annotations":{"title":"x","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false},"_meta":{},${SCHEMA}}`],
    ['with members that we do not know', `{"name":"t","x":1,"execution":{"taskSupport":"sometimes"},"annotations":{"x":"y"},${SCHEMA}}`],
    ['with a name beyond the recommended alphabet', `{"name":"say \\"hi\\" \\ud83d",${SCHEMA}}`],
    ['with a name of 200 characters', `{"name":"${'n'.repeat(200)}",${SCHEMA}}`],
    ['with empty texts', `{"name":"t","title":"","description":"",${SCHEMA}}`],
    ['with an output that is an array', `{"name":"t","outputSchema":{"type":"array"},${SCHEMA}}`],
    ['with boolean subschemas', '{"name":"t","inputSchema":{"type":"object","properties":{"a":true,"b":false}}}'],
    ['with a member that only looks like a title', `{"name":"t","__proto__":{"title":null},${SCHEMA}}`]
  ])('%s', (_title, text) => expect(statusOf(text)).toBe('usable'))
})

describe('a tool is not usable', () => {
  it.each([
    ['null', 'not_an_object'],
    ['[]', 'not_an_object'],
    ['"t"', 'not_an_object'],
    ['1e400', 'not_an_object'],
    ['{}', 'name_missing'],
    [`{"name":null,${SCHEMA}}`, 'name_missing'],
    [`{"name":5,${SCHEMA}}`, 'name_missing'],
    [`{"__proto__":{"name":"t"},${SCHEMA}}`, 'name_missing'],
    [`{"name":"",${SCHEMA}}`, 'name_empty'],
    [`{"name":"t","title":null,${SCHEMA}}`, 'title_invalid'],
    [`{"name":"t","title":5,${SCHEMA}}`, 'title_invalid'],
    [`{"name":"t","description":null,${SCHEMA}}`, 'description_invalid'],
    [`{"name":"t","description":["a"],${SCHEMA}}`, 'description_invalid'],
    [`{"name":"t","annotations":null,${SCHEMA}}`, 'annotations_invalid'],
    [`{"name":"t","annotations":[],${SCHEMA}}`, 'annotations_invalid'],
    [`{"name":"t","annotations":{"readOnlyHint":"yes"},${SCHEMA}}`, 'annotations_invalid'],
    [`{"name":"t","annotations":{"destructiveHint":null},${SCHEMA}}`, 'annotations_invalid'],
    [`{"name":"t","annotations":{"idempotentHint":1},${SCHEMA}}`, 'annotations_invalid'],
    [`{"name":"t","annotations":{"openWorldHint":{}},${SCHEMA}}`, 'annotations_invalid'],
    [`{"name":"t","annotations":{"title":null},${SCHEMA}}`, 'annotations_invalid'],
    ['{"name":"t"}', 'input_schema_missing'],
    ['{"name":"t","inputSchema":null}', 'input_schema_not_object'],
    ['{"name":"t","inputSchema":true}', 'input_schema_not_object'],
    ['{"name":"t","inputSchema":{}}', 'input_schema_not_object'],
    ['{"name":"t","inputSchema":{"type":"array"}}', 'input_schema_not_object'],
    ['{"name":"t","inputSchema":{"type":["object"]}}', 'input_schema_not_object'],
    [`{"name":"t","outputSchema":null,${SCHEMA}}`, 'output_schema_invalid'],
    [`{"name":"t","outputSchema":[],${SCHEMA}}`, 'output_schema_invalid'],
    [`{"name":"t","outputSchema":{"$ref":"#/$defs/x"},${SCHEMA}}`, 'schema_reference_unresolved'],
    ['{"name":"t","inputSchema":{"type":"object","$schema":"http://json-schema.org/draft-04/schema#"}}', 'schema_dialect_unsupported'],
    ['{"name":"t","inputSchema":{"type":"object","items":{"$ref":"https://example.com/x"}}}', 'schema_reference_remote']
  ])('%s: %s', (text, status) => expect(statusOf(text)).toBe(status))

  it('when its schemas are larger than the bound, each for itself', () => {
    const schema = '{"type":"object","properties":{"a":{},"b":{}}}'
    expect(statusOf(`{"name":"t","inputSchema":${schema},"outputSchema":${schema}}`, 3)).toBe('usable')
    expect(statusOf(`{"name":"t","inputSchema":${schema}}`, 2)).toBe('schema_too_large')
    expect(statusOf(`{"name":"t","outputSchema":${schema},${SCHEMA}}`, 2)).toBe('schema_too_large')
  })

  it('and the descriptor stays as it was', () => {
    const value = descriptor('{"name":"t","title":null}')
    checkDescriptor(value, RULES, canonicalize(value))
    expect(value).toEqual({ name: 't', title: null })
  })
})
