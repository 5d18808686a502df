import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { ExactNumber, parseJson } from '@b10x/mcp-foundation'
import type { JsonObject, JsonValue } from '@b10x/mcp-foundation'
import { createSchemaValidator } from '@b10x/mcp-foundation/json-schema'
import { isGovernedError } from '@b10x/ports/errors'
import { expectThrownCode } from '@b10x/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editSample, SAMPLE_TEXT } from '../__fixtures__/sample-deployment.ts'
import { parseServiceDeployment } from './parse-service-deployment.ts'

const parse = (document: unknown): ReturnType<typeof parseServiceDeployment> => parseServiceDeployment(document as JsonValue, 'd.json')
const schema = parseJson(readFileSync(new URL('../../schemas/service-deployment.schema.json', import.meta.url), 'utf8')) as JsonObject
const validator = createSchemaValidator({ maxSchemaNodes: 10_000, maxSchemaSteps: 5_000_000 })

const fitsSchema = (document: unknown): boolean => {
  const verdict = validator.validate(schema, document as JsonValue)
  expect(verdict.kind).not.toBe('refused')
  return verdict.kind === 'valid'
}
const refusalOf = (document: unknown): unknown => {
  try {
    parse(document)
  } catch (error) {
    if (isGovernedError(error)) return { code: error.code, ...error.details }
    throw error
  }
  return null
}
const invalid = (pointer: string, reason: string): unknown => ({ code: 'deployment_invalid', file: 'd.json', pointer, reason })

const FORECAST = '/operations/weather.forecast'

describe('what is read', () => {
  test('every member, frozen, in the order of the document', () => {
    const deployment = parse(parseJson(SAMPLE_TEXT))
    expect(deployment).toEqual({
      contract: 'b10x.service-deployment.v1',
      serviceRef: 'weather',
      policyVersion: '2026-12-01.1',
      provider: { id: 'weather-example', displayName: 'Weather Example' },
      connection: { endpointRef: 'mcp_connection', credentialRef: 'weather-token' },
      operations: [
        { operationRef: 'weather.forecast', expose: true, risk: 'low', idempotency: 'idempotent', approval: 'none', grants: ['weather-readers'], audiences: ['support-desk', 'https://connectors.example/mcp'] },
        { operationRef: 'weather.storm.report', expose: false, risk: 'medium', idempotency: 'not_idempotent', approval: 'each_call', grants: ['weather-writers'], audiences: ['support-desk'] }
      ]
    })
    expect([deployment, deployment.provider, deployment.operations, deployment.operations[0]?.grants].every((one) => Object.isFrozen(one))).toBe(true)
    expect(fitsSchema(parseJson(SAMPLE_TEXT))).toBe(true)
  })

  test('a service without a credential, and one without operations', () => {
    expect(parse(editSample('/connection/credentialRef')).connection).toEqual({ endpointRef: 'mcp_connection' })
    expect(parse(editSample('/operations', {})).operations).toEqual([])
  })

  test('the document stays the caller\'s', () => {
    const document = JSON.parse(SAMPLE_TEXT) as { operations: Record<string, { grants: string[] }> }
    const deployment = parse(document)
    document.operations['weather.forecast']?.grants.push('everyone')
    expect(deployment.operations[0]?.grants).toEqual(['weather-readers'])
  })
})

/** Edits that the schema refuses too. */
const STRUCTURE: readonly [pointer: string, value: JsonValue | undefined, at: string, reason: string][] = [
  ['/serviceRef', 'Weather', '/serviceRef', 'not_a_ref'],
  ['/serviceRef', undefined, '/serviceRef', 'missing_member'],
  ['/policyVersion', 7, '/policyVersion', 'not_a_string'],
  ['/policyVersion', '', '/policyVersion', 'not_a_version'],
  ['/provider', [], '/provider', 'not_an_object'],
  ['/provider/id', undefined, '/provider/id', 'missing_member'],
  ['/provider/id', 'a b', '/provider/id', 'not_a_ref'],
  ['/provider/displayName', ' ', '/provider/displayName', 'empty'],
  ['/provider/displayName', 'x'.repeat(129), '/provider/displayName', 'too_long'],
  ['/connection/endpointRef', undefined, '/connection/endpointRef', 'missing_member'],
  ['/connection/credentialRef', 'Two', '/connection/credentialRef', 'not_a_ref'],
  ['/operations', [], '/operations', 'not_an_object'],
  ['/operations', ExactNumber.from('9007199254740993'), '/operations', 'not_an_object'],
  ['/operations/Weather', {}, '/operations/Weather', 'not_an_operation_ref'],
  [`/operations/${'z'.repeat(129)}`, {}, `/operations/${'z'.repeat(129)}`, 'not_an_operation_ref'],
  [FORECAST, 'exposed', FORECAST, 'not_an_object'],
  [`${FORECAST}/expose`, undefined, `${FORECAST}/expose`, 'missing_member'],
  [`${FORECAST}/expose`, 'false', `${FORECAST}/expose`, 'not_a_boolean'],
  [`${FORECAST}/expose`, null, `${FORECAST}/expose`, 'not_filled_in'],
  [`${FORECAST}/risk`, 'none', `${FORECAST}/risk`, 'unknown_value'],
  [`${FORECAST}/risk`, undefined, `${FORECAST}/risk`, 'missing_member'],
  [`${FORECAST}/idempotency`, true, `${FORECAST}/idempotency`, 'not_a_string'],
  [`${FORECAST}/approval`, 'never', `${FORECAST}/approval`, 'unknown_value'],
  [`${FORECAST}/grants`, [], `${FORECAST}/grants`, 'empty'],
  [`${FORECAST}/grants`, 'everyone', `${FORECAST}/grants`, 'not_a_list'],
  [`${FORECAST}/grants`, ['*'], `${FORECAST}/grants/0`, 'not_a_ref'],
  [`${FORECAST}/grants`, ['a', 'b', 'a'], `${FORECAST}/grants/2`, 'duplicate'],
  [`${FORECAST}/grants`, Array.from({ length: 65 }, (_, index) => `g-${index}`), `${FORECAST}/grants`, 'too_many'],
  [`${FORECAST}/audiences`, ['support desk'], `${FORECAST}/audiences/0`, 'not_an_audience'],
  [`${FORECAST}/audiences`, [], `${FORECAST}/audiences`, 'empty']
]

describe('an edit that breaks the format', () => {
  test.each(STRUCTURE)('deployment_invalid: %s = %j', (pointer, value, at, reason) => {
    const document = editSample(pointer, value)
    expect(refusalOf(document)).toEqual(invalid(at, reason))
    expect(fitsSchema(document)).toBe(false)
  })

  test.each(['/extra', '/connection/url', '/connection/ref', '/provider/a~1b', '/__proto__', `${FORECAST}/effect`, `${FORECAST}/title`, `${FORECAST}/remoteName`, `${FORECAST}/inputSchema`])('member_unknown: %s', (pointer) => {
    const document = editSample(pointer, 'x')
    expect(refusalOf(document)).toEqual({ code: 'member_unknown', file: 'd.json', pointer })
    expect(fitsSchema(document)).toBe(false)
  })

  test.each([undefined, null, 'b10x.service-deployment.v2', 'b10x.connector-mcp-service.v1'])('contract_unsupported: %j, whatever else is wrong', (contract) => {
    const document = editSample('/contract', contract)
    expect(refusalOf({ ...(document as JsonObject), other: null })).toEqual({ code: 'contract_unsupported', file: 'd.json' })
    expect(fitsSchema(document)).toBe(false)
  })

  test.each([[[]], [null], ['text'], [7]])('no document at all: %j', (document) => {
    expect(refusalOf(document)).toEqual(invalid('', 'not_an_object'))
    expect(fitsSchema(document)).toBe(false)
  })

  test('a contract that is inherited is none', () => {
    expect(refusalOf({ __proto__: { contract: 'b10x.service-deployment.v1' } })).toMatchObject({ code: 'deployment_invalid' })
  })

  test('nesting without an end', () => {
    const deep = Array.from({ length: 5000 }).reduce<JsonValue>((inner) => [inner], 'x')
    expect(refusalOf(editSample('/extra', deep))).toMatchObject({ code: 'deployment_invalid', reason: 'too_deep' })
  })

  test.each(['Weather\u200b', 'A \u202egnihton\u202c.', 'x\u{e0041}', 'line\u2028break'])('text that cannot be seen: %j', (displayName) => {
    expect(refusalOf(editSample('/provider/displayName', displayName))).toEqual(invalid('/provider/displayName', 'unseen_text'))
  })

  test('every place that a draft leaves open is named to the operator', () => {
    const draft = JSON.parse(SAMPLE_TEXT.replace('"risk": "medium"', '"risk": null').replace('"2026-12-01.1"', 'null')) as JsonValue
    const error = expectThrownCode(() => parse(draft), 'deployment_invalid')
    expect(error.details['pointer']).toBe('/policyVersion')
    expect(error.cause).toEqual({ open: ['/policyVersion', '/operations/weather.storm.report/risk'] })
  })
})

describe('secret_in_document', () => {
  const JWT = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJjYW5hcnkifQ.x'

  test.each<[string, JsonValue, string]>([
    ['/connection/credential', 'canary-canary', '/connection/credential'],
    ['/connection/tokens', ['canary-canary'], '/connection/tokens/0'],
    ['/connection/bearer', { value: JWT }, '/connection/bearer/value'],
    ['/connection/credentialRef', JWT, '/connection/credentialRef'],
    ['/connection/credentialRef', 'c0ffee00'.repeat(5), '/connection/credentialRef'],
    ['/provider/displayName', 'Weather, key sk-canary0123456789canary', '/provider/displayName'],
    ['/provider/displayName', 'Use Bearer canarycanarycanary.', '/provider/displayName'],
    [`${FORECAST}/grants`, ['ghp_0123456789abcdefCANARY'], `${FORECAST}/grants/0`],
    [`${FORECAST}/audiences`, ['https://user:canary@weather.example/'], `${FORECAST}/audiences/0`],
    [`${FORECAST}/audiences`, ['https://weather.example/?api_key=canary'], `${FORECAST}/audiences/0`],
    [`${FORECAST}/password`, 'canary', `${FORECAST}/password`],
    [`/${JWT}`, 'x', '']
  ])('%s = %j', (pointer, value, at) => {
    const error = expectThrownCode(() => parse(editSample(pointer, value)), 'secret_in_document')
    expect(error.details).toEqual({ file: 'd.json', pointer: at })
    expect(inspect(error, { depth: 9 }) + JSON.stringify([error, error.cause ?? null])).not.toMatch(/canary|CANARY|eyJ/)
  })

  test.each(['Secret Garden Tours', 'Basic Weather', 'Token & Sons'])('%s is a name', (displayName) => {
    expect(refusalOf(editSample('/provider/displayName', displayName))).toBeNull()
  })
})

/** All places of the sample. */
function placesOf(value: JsonValue, pointer: string = ''): readonly string[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([name, member]: [string, JsonValue]) => placesOf(member, `${pointer}/${name}`)) : []
  return pointer === '' || pointer.includes('https:') ? inner : [pointer, ...inner]
}

test('the schema and the reader agree about documents that somebody changed anywhere', () => {
  const words = fc.constantFrom<JsonValue>(null, true, false, 0, 1, '', ' ', 'a', 'Ab', 'low', 'high', 'none', 'each_call', 'idempotent', 'a.b', 'desk-1', [], ['a'], ['a', 'a'], ['A b'], [7], {}, { a: 'b' }, { id: 'x', displayName: 'y' }, { endpointRef: 'e' })
  const change = fc.tuple(fc.constantFrom(...placesOf(JSON.parse(SAMPLE_TEXT) as JsonValue)), fc.option(words, { nil: undefined }), fc.boolean())
  fc.assert(
    fc.property(change, ([place, value, beside]) => {
      const document = editSample(beside ? `${place}x` : place, value) as JsonValue
      expect(refusalOf(document) === null).toBe(fitsSchema(document))
    }),
    { numRuns: 600 }
  )
})
