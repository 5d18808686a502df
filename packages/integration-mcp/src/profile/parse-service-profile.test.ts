import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { ExactNumber, parseJson, serializeSnapshot } from '@b10x/mcp-foundation'
import type { JsonObject, JsonValue } from '@b10x/mcp-foundation'
import { createSchemaValidator } from '@b10x/mcp-foundation/json-schema'
import { isGovernedError } from '@b10x/ports/errors'
import { expectThrownCode } from '@b10x/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editSample, SAMPLE_TEXT } from '../__fixtures__/sample-profile.ts'
import { parseServiceProfile } from './parse-service-profile.ts'
import { serializeServiceProfile } from './serialize-service-profile.ts'

const parse = (text: string | Uint8Array): ReturnType<typeof parseServiceProfile> => parseServiceProfile(text, 'p.json')
const schema = parseJson(readFileSync(new URL('../../schemas/service-profile.schema.json', import.meta.url), 'utf8')) as JsonObject
const validator = createSchemaValidator({ maxSchemaNodes: 10_000, maxSchemaSteps: 5_000_000 })

const fitsSchema = (text: string): boolean => {
  const verdict = validator.validate(schema, parseJson(text))
  expect(verdict.kind).not.toBe('refused')
  return verdict.kind === 'valid'
}
const refusalOf = (text: string | Uint8Array): unknown => {
  try {
    parse(text)
  } catch (error) {
    if (isGovernedError(error)) return { code: error.code, ...error.details }
    throw error
  }
  return null
}
const invalid = (pointer: string, reason: string): unknown => ({ code: 'profile_invalid', file: 'p.json', pointer, reason })

describe('what is read', () => {
  test('every member, in local words; what the server says decides none of it', () => {
    const profile = parse(SAMPLE_TEXT)
    expect(profile).toMatchObject({
      serviceRef: 'weather',
      connection: { ref: 'weather-main', endpointRef: 'mcp_connection', credentialRef: 'weather-token' },
      provider: { displayName: 'Weather Example', homepage: 'https://weather.example/' },
      foundation: { version: '0.1.0', revision: '0123456789abcdef0123456789abcdef01234567' },
      operations: [
        { remoteName: 'get_forecast', operationRef: 'weather.forecast', title: 'Forecast', effect: 'read' },
        { remoteName: 'report_storm', operationRef: 'weather.storm.report', effect: 'write' }
      ]
    })
    expect(Object.isFrozen(profile.operations[0])).toBe(true)
  })

  test('2^53+1 inside a schema survives the file, there and back', () => {
    const profile = parse(SAMPLE_TEXT)
    const [forecast] = profile.snapshot.tools
    expect(forecast?.descriptor).toMatchObject({ inputSchema: { properties: { station: { maximum: ExactNumber.from('9007199254740993') } } } })
    expect(serializeServiceProfile(profile)).toBe(SAMPLE_TEXT)
    expect(SAMPLE_TEXT).toContain('9007199254740993')
  })

  test('bytes, and members in any order', () => {
    const { contract, ...rest } = JSON.parse(SAMPLE_TEXT.replace('9007199254740993', '"x"')) as JsonObject
    expect(refusalOf(JSON.stringify({ ...rest, contract: contract ?? null }))).toEqual({ code: 'snapshot_digest_mismatch', tool: 'get_forecast' })
    expect(parse(Buffer.from(SAMPLE_TEXT)).snapshot.digest).toBe(parse(SAMPLE_TEXT).snapshot.digest)
  })

  test('a tool that is called __proto__ has an operation', () => {
    const profile = parse(SAMPLE_TEXT)
    const named = { ...profile, operations: profile.operations.map((one, index) => (index === 0 ? { ...one, remoteName: '__proto__' } : one)) }
    expect(refusalOf(serializeServiceProfile(named))).toEqual({ code: 'mapped_tool_absent', tool: '__proto__' })
  })

  test('what is optional can be left out', () => {
    expect(parse(editSample('/foundation')).foundation).toBeNull()
    expect(parse(editSample('/connection/credentialRef')).connection).toEqual({ ref: 'weather-main', endpointRef: 'mcp_connection' })
    expect(parse(editSample('/provider/homepage')).provider).toEqual({ displayName: 'Weather Example' })
  })
})

describe('what is no strict JSON', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['a member that stands twice', SAMPLE_TEXT.replace('"effect": "read"', '"effect": "read", "effect": "write"'), 'duplicate_member'],
    ['a tool that is mapped twice', SAMPLE_TEXT.replace('"report_storm": {', '"get_forecast": {'), 'duplicate_member'],
    ['a member of a descriptor that stands twice', SAMPLE_TEXT.replace('"title": "Forecast"\n          }', '"title": "Forecast", "title": "x" }').replace('"description": "Reports."', '"description": "a", "description": "Reports."'), 'duplicate_member'],
    ['an end too early', SAMPLE_TEXT.slice(0, 300), 'syntax'],
    ['a byte order mark', `\ufeff${SAMPLE_TEXT}`, 'byte_order_mark'],
    ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), 'not_utf8'],
    ['too long a number', SAMPLE_TEXT.replace('9007199254740993', '1'.repeat(1025)), 'number_length'],
    ['too deep nesting', '['.repeat(600) + ']'.repeat(600), 'too_deep'],
    ['a list', '[]', 'not_an_object']
  ])('%s', (_name, text, reason) => {
    expect(refusalOf(text)).toEqual(invalid('', reason))
  })
})

/** Edits that the schema refuses too. */
const STRUCTURE: readonly [pointer: string, value: JsonValue | undefined, at: string, reason: string][] = [
  ['/serviceRef', 'Weather', '/serviceRef', 'not_a_ref'],
  ['/serviceRef', 7, '/serviceRef', 'not_a_string'],
  ['/serviceRef', undefined, '/serviceRef', 'missing_member'],
  ['/connection', [], '/connection', 'not_an_object'],
  ['/connection/endpointRef', 'other', '/connection/endpointRef', 'unknown_value'],
  ['/connection/endpointRef', undefined, '/connection/endpointRef', 'missing_member'],
  ['/connection/credentialRef', 'a b', '/connection/credentialRef', 'not_a_ref'],
  ['/provider/displayName', '', '/provider/displayName', 'empty'],
  ['/provider/displayName', 'x'.repeat(129), '/provider/displayName', 'too_long'],
  ['/provider/homepage', 'http://weather.example/', '/provider/homepage', 'not_an_address'],
  ['/foundation/revision', '0123456', '/foundation/revision', 'not_a_git_revision'],
  ['/foundation/version', 'v1', '/foundation/version', 'not_a_version'],
  ['/operations', [], '/operations', 'not_an_object'],
  ['/operations/get_forecast', 'weather.forecast', '/operations/get_forecast', 'not_an_object'],
  ['/operations/get_forecast/operationRef', 'Weather.Forecast', '/operations/get_forecast/operationRef', 'not_an_operation_ref'],
  ['/operations/get_forecast/operationRef', `a${'z'.repeat(128)}`, '/operations/get_forecast/operationRef', 'not_an_operation_ref'],
  ['/operations/get_forecast/title', undefined, '/operations/get_forecast/title', 'missing_member'],
  ['/operations/get_forecast/description', 'x'.repeat(4097), '/operations/get_forecast/description', 'too_long'],
  ['/operations/get_forecast/effect', 'delete', '/operations/get_forecast/effect', 'unknown_value'],
  ['/operations/get_forecast/effect', null, '/operations/get_forecast/effect', 'not_filled_in'],
  ['/snapshot/endpoint/transport', 'sse', '/snapshot/endpoint/transport', 'not_http'],
  ['/snapshot/protocolVersion', 'latest', '/snapshot/protocolVersion', 'not_a_revision'],
  ['/snapshot/digest', 'sha256:00', '/snapshot/digest', 'not_a_digest'],
  ['/snapshot', undefined, '/snapshot', 'missing_member']
]

describe('an edit that breaks the format', () => {
  test.each(STRUCTURE)('%s = %j', (pointer, value, at, reason) => {
    const text = editSample(pointer, value)
    expect(refusalOf(text)).toEqual(invalid(at, reason))
    expect(fitsSchema(text)).toBe(false)
  })

  test.each([
    ['/extra', '/extra'],
    ['/connection/url', '/connection/url'],
    ['/provider/a~1b', '/provider/a~1b'],
    ['/operations/get_forecast/risk', '/operations/get_forecast/risk'],
    ['/snapshot/extra', '/snapshot/extra'],
    ['/snapshot/tools/0/extra', '/snapshot/tools/0/extra']
  ])('member_unknown: %s', (pointer, at) => {
    const text = editSample(pointer, 'x')
    expect(refusalOf(text)).toEqual({ code: 'member_unknown', file: 'p.json', pointer: at })
    expect(fitsSchema(text)).toBe(false)
  })

  test.each([undefined, null, 'b10x.connector-mcp-service.v2', 'b10x.service-deployment.v1'])('contract_unsupported: %j, whatever else is wrong', (contract) => {
    const text = editSample('/contract', contract).replace('"serviceRef"', '"other"')
    expect(refusalOf(text)).toEqual({ code: 'contract_unsupported', file: 'p.json' })
    expect(fitsSchema(text)).toBe(false)
  })

  test('text that cannot be seen', () => {
    expect(refusalOf(editSample('/operations/get_forecast/description', 'Reads.\u{e0049}'))).toEqual(invalid('/operations/get_forecast/description', 'unseen_text'))
    expect(refusalOf(editSample('/provider/displayName', 'A \u202egnihton\u202c.'))).toEqual(invalid('/provider/displayName', 'unseen_text'))
  })

  test('every place that a draft leaves open is named to the operator', () => {
    const draft = editSample('/operations/get_forecast/effect', null).replace('"Report a storm"', 'null')
    const error = expectThrownCode(() => parse(draft), 'profile_invalid')
    expect(error.cause).toEqual({ open: ['/operations/get_forecast/effect', '/operations/report_storm/title'] })
  })
})

describe('a mapping is total and one to one', () => {
  test('tool_unmapped', () => {
    expect(refusalOf(editSample('/operations/report_storm'))).toEqual({ code: 'tool_unmapped', tool: 'report_storm' })
    expect(refusalOf(editSample('/operations', {}))).toEqual({ code: 'tool_unmapped', tool: 'get_forecast' })
  })

  test('mapped_tool_absent, names are compared exactly', () => {
    expect(refusalOf(SAMPLE_TEXT.replace('"report_storm": {', '"Report_storm": {'))).toEqual({ code: 'mapped_tool_absent', tool: 'Report_storm' })
  })

  test('operation_duplicate', () => {
    expect(refusalOf(editSample('/operations/report_storm/operationRef', 'weather.forecast'))).toEqual({ code: 'operation_duplicate', operation: 'weather.forecast' })
  })
})

describe('snapshot_digest_mismatch', () => {
  test.each([
    ['/snapshot/tools/1/descriptor/description', 'Reports!', 'report_storm'],
    ['/snapshot/tools/0/descriptor/inputSchema/properties/station/maximum', 9007199254740992, 'get_forecast'],
    ['/snapshot/tools/0/descriptor/_meta/new', null, 'get_forecast'],
    ['/snapshot/digest', `sha256:${'0'.repeat(64)}`, null],
    ['/snapshot/tools/1', undefined, null]
  ])('%s = %j', (pointer, value, tool) => {
    expect(refusalOf(editSample(pointer, value))).toEqual({ code: 'snapshot_digest_mismatch', tool })
  })
})

describe('secret_in_document', () => {
  const JWT = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJjYW5hcnkifQ.x'

  test.each<[string, JsonValue, string]>([
    ['/connection/credential', 'canary-canary', '/connection/credential'],
    ['/connection/token', ['canary-canary'], '/connection/token/0'],
    ['/connection/bearerToken', { value: JWT }, '/connection/bearerToken/value'],
    ['/connection/credentialRef', JWT, '/connection/credentialRef'],
    ['/connection/credentialRef', 'c0ffee00'.repeat(5), '/connection/credentialRef'],
    ['/connection/credentialRef', 'canaryCANARYcanary0123456789', '/connection/credentialRef'],
    ['/serviceRef', JWT, '/serviceRef'],
    ['/provider/homepage', 'https://user:canary@weather.example/', '/provider/homepage'],
    ['/provider/homepage', 'https://weather.example/?api_key=canary', '/provider/homepage'],
    ['/operations/get_forecast/description', 'Use Bearer canarycanarycanary.', '/operations/get_forecast/description'],
    ['/operations/get_forecast/description', 'Use ghp_0123456789abcdefCANARY.', '/operations/get_forecast/description'],
    ['/operations/get_forecast/password', 'canary', '/operations/get_forecast/password'],
    ['/snapshot/endpoint/url', 'https://mcp.weather.example/mcp?token=canary', '/snapshot/endpoint/url'],
    [`/${JWT}`, 'x', '']
  ])('%s = %j', (pointer, value, at) => {
    const error = expectThrownCode(() => parse(editSample(pointer, value)), 'secret_in_document')
    expect(error.details).toEqual({ file: 'p.json', pointer: at })
    expect(inspect(error, { depth: 9 }) + JSON.stringify([error, error.cause ?? null])).not.toMatch(/canary|CANARY|eyJ/)
  })

  test('what the server wrote below a descriptor is its own', () => {
    expect(SAMPLE_TEXT).toContain('sk-0123456789abcdef0123456789')
    parse(SAMPLE_TEXT)
  })

  test.each(['The token is sent by the host.', 'Bearer of news', 'Reads the secret garden.'])('%s is prose', (text) => {
    expect(refusalOf(editSample('/operations/get_forecast/description', text))).toBeNull()
  })

  test('a redacted address is none', () => {
    expect(refusalOf(editSample('/snapshot/endpoint/url', 'https://mcp.weather.example/mcp?token=[redacted]'))).toBeNull()
  })
})

describe('parser and schema', () => {
  test('agree on the sample', () => {
    expect([refusalOf(SAMPLE_TEXT), fitsSchema(SAMPLE_TEXT)]).toEqual([null, true])
  })

  test('whatever is replaced by what: what the parser takes, the schema takes', () => {
    const pointers = fc.constantFrom(...pointersOf(parseJson(SAMPLE_TEXT), ''))
    const values = fc.oneof(
      fc.constantFrom<JsonValue>(null, true, 0, 1, '', ' ', 'x', 'a.b', 'x'.repeat(129), 'read', 'none', 'https://a.example/', '2025-11-25', 'modern', [], ['x'], {}, { x: 'x' }),
      fc.string(),
      fc.integer()
    )
    fc.assert(
      fc.property(pointers, fc.option(values, { nil: undefined }), (pointer, value) => {
        const text = editSample(pointer, value)
        if (refusalOf(text) === null) expect(fitsSchema(text)).toBe(true)
      }),
      { numRuns: 1_000 }
    )
  })
})

test('the snapshot of a profile is the snapshot file', () => {
  const { snapshot } = parse(SAMPLE_TEXT)
  expect(SAMPLE_TEXT.replaceAll('\n  ', '\n')).toContain(serializeSnapshot(snapshot).trimEnd())
})

function pointersOf(value: JsonValue, pointer: string): readonly string[] {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return [pointer]
  const below = Object.entries(value).flatMap(([name, member]) => pointersOf(member as JsonValue, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`))
  return pointer === '' ? below : [pointer, ...below]
}
