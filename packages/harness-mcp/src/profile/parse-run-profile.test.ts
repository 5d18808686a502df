import { readFileSync } from 'node:fs'
import { parseJson } from '@b10x/mcp-foundation'
import type { JsonObject, JsonValue } from '@b10x/mcp-foundation'
import { createSchemaValidator } from '@b10x/mcp-foundation/json-schema'
import { hasCode } from '@b10x/ports/errors'
import { expectThrownCode } from '@b10x/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editAt, SAMPLE_HTTP_CONNECTION, SAMPLE_PROFILE } from './__fixtures__/sample-profile.ts'
import { parseRunProfile } from './parse-run-profile.ts'

const HTTP_PROFILE = editAt(SAMPLE_PROFILE, '/connection', SAMPLE_HTTP_CONNECTION)
const refusal = (source: string | Uint8Array): unknown => expectThrownCode(() => parseRunProfile(source, 'p.json'), 'profile_invalid').details
const refusalOf = (document: JsonObject): unknown => refusal(JSON.stringify(document))

const schema = parseJson(readFileSync(new URL('../../schemas/run-profile.schema.json', import.meta.url), 'utf8')) as JsonObject
const validator = createSchemaValidator({ maxSchemaNodes: 10_000, maxSchemaSteps: 5_000_000 })
const fitsSchema = (document: JsonObject): boolean => {
  const verdict = validator.validate(schema, document)
  expect(verdict.kind).not.toBe('refused')
  return verdict.kind === 'valid'
}
const isParsed = (document: JsonObject): boolean => {
  try {
    parseRunProfile(JSON.stringify(document), 'p.json')
    return true
  } catch (error) {
    if (hasCode(error, 'profile_invalid')) return false
    throw error
  }
}

describe('what is read', () => {
  test('every member', () => {
    const { document, value } = parseRunProfile(JSON.stringify(SAMPLE_PROFILE), 'p.json')
    const { deadlines: _, bounds: __, tools, ...same } = SAMPLE_PROFILE
    expect(document).toMatchObject(same)
    expect(document.bounds).toEqual({ maxTools: 50, connectDeadlineMs: 10_000, callDeadlineMs: 20_000 })
    expect(document.tools[0]).toMatchObject(tools[0])
    expect(document.tools[1]).toEqual({ ...tools[1], title: null, parameters: {}, tier: null, deadlineMs: null, maxResultBytes: null })
    expect(value).toEqual(SAMPLE_PROFILE)
  })

  test('what is left out has a default', () => {
    const { format, name, connection, snapshot, tools } = SAMPLE_PROFILE
    const { document } = parseRunProfile(JSON.stringify({ format, name, connection, snapshot, tools }), 'p.json')
    expect(document).toMatchObject({
      foundation: null,
      protocolVersion: null,
      subjects: null,
      policy: { version: null, allow: [], approve: [], deny: [] },
      bounds: {},
      onUnmappedAdded: 'refuse'
    })
  })

  test('a connection over HTTP, header names in lower case', () => {
    const { document } = parseRunProfile(JSON.stringify(HTTP_PROFILE), 'p.json')
    expect(document.connection).toEqual({ ...SAMPLE_HTTP_CONNECTION, headersEnv: { 'x-key': 'FILES_KEY' } })
  })

  test('an argument may be called __proto__', () => {
    const text = JSON.stringify(SAMPLE_PROFILE).replace('"parameters":{"path"', '"parameters":{"__proto__"')
    const { document } = parseRunProfile(text, 'p.json')
    expect(Object.keys(document.tools[0]?.parameters ?? {})).toEqual(['__proto__'])
  })
})

describe('what is no strict JSON', () => {
  const text = JSON.stringify(SAMPLE_PROFILE)

  test.each<[string, string | Uint8Array, string, string]>([
    ['a member that stands twice', text.replace('"risk":"low"', '"risk":"low","risk":"high"'), '/tools/0/risk', 'duplicate_member'],
    ['a member that stands twice, once escaped', text.replace('"name":"files"', '"name":"files","n\\u0061me":"x"'), '/name', 'duplicate_member'],
    ['a twice-mapped argument', text.replace('"path":"Path', '"a/b":"x","a/b":"Path'), '/tools/0/parameters/a~1b', 'duplicate_member'],
    ['a comma too many', text.replace('"write_file"],', '"write_file",],'), '/policy/approve/1', 'syntax'],
    ['an end too early', text.slice(0, text.indexOf('"rationale"') + 14), '/tools/0/tier/rationale', 'syntax'],
    ['a comment', `// mine\n${text}`, '', 'syntax'],
    ['a byte order mark', `\ufeff${text}`, '', 'byte_order_mark'],
    ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), '', 'not_utf8'],
    ['too long a number', text.replace('5000', '1'.repeat(1025)), '/tools/0/deadlineMs', 'number_length'],
    ['too deep nesting', '['.repeat(17) + ']'.repeat(17), '', 'too_deep'],
    ['a list', '[]', '', 'not_an_object']
  ])('%s', (_name, source, pointer, reason) => {
    expect(refusal(source)).toEqual({ file: 'p.json', pointer, reason })
  })
})

/** Edits that the schema refuses too. */
const STRUCTURE: readonly [pointer: string, value: JsonValue | undefined, at: string, reason: string][] = [
  ['/format', 'b10x.harness-run-profile.v2', '/format', 'unknown_format'],
  ['/format', undefined, '/format', 'missing_member'],
  ['/name', 'Files', '/name', 'not_a_name'],
  ['/name', 7, '/name', 'not_a_string'],
  ['/extra', 1, '/extra', 'unknown_member'],
  ['/a~1b', 1, '/a~1b', 'unknown_member'],
  ['/__proto__x', 1, '/__proto__x', 'unknown_member'],
  ['/foundation/version', '1', '/foundation/version', 'not_a_version'],
  ['/foundation/revision', '0123456', '/foundation/revision', 'not_a_git_revision'],
  ['/foundation/revision', undefined, '/foundation/revision', 'missing_member'],
  ['/connection', [], '/connection', 'not_an_object'],
  ['/connection/transport', 'ws', '/connection/transport', 'unknown_value'],
  ['/connection/transport', undefined, '/connection/transport', 'missing_member'],
  ['/connection/transport', 'sse', '/connection/command', 'unknown_member'],
  ['/connection/command', [], '/connection/command', 'empty'],
  ['/connection/command', 'npx', '/connection/command', 'not_an_array'],
  ['/connection/command/0', '', '/connection/command/0', 'empty'],
  ['/connection/command/1', 1, '/connection/command/1', 'not_a_string'],
  ['/connection/command/1', 'x'.repeat(4097), '/connection/command/1', 'too_long'],
  ['/connection/env/0', 'A=secret', '/connection/env/0', 'not_a_variable'],
  ['/connection/env', ['A', 'A'], '/connection/env/1', 'duplicate'],
  ['/connection/env', { A: 'value' }, '/connection/env', 'not_an_array'],
  ['/connection/cwd', '', '/connection/cwd', 'empty'],
  ['/protocolVersion', 'latest', '/protocolVersion', 'not_a_revision'],
  ['/snapshot/digest', 'sha256:abc', '/snapshot/digest', 'not_a_digest'],
  ['/snapshot/path', undefined, '/snapshot/path', 'missing_member'],
  ['/tools', [], '/tools', 'empty'],
  ['/tools', undefined, '/tools', 'missing_member'],
  ['/tools/0', 'read_file', '/tools/0', 'not_an_object'],
  ['/tools/0/name', 'read file', '/tools/0/name', 'not_a_tool_name'],
  ['/tools/0/name', 'x'.repeat(65), '/tools/0/name', 'not_a_tool_name'],
  ['/tools/0/remote', ' ', '/tools/0/remote', 'empty'],
  ['/tools/0/description', null, '/tools/0/description', 'not_filled_in'],
  ['/tools/0/description', undefined, '/tools/0/description', 'missing_member'],
  ['/tools/0/description', '', '/tools/0/description', 'empty'],
  ['/tools/0/description', 'x'.repeat(4097), '/tools/0/description', 'too_long'],
  ['/tools/0/effect', null, '/tools/0/effect', 'not_filled_in'],
  ['/tools/0/effect', 'unknown', '/tools/0/effect', 'unknown_value'],
  ['/tools/0/risk', 'none', '/tools/0/risk', 'unknown_value'],
  ['/tools/0/idempotency', true, '/tools/0/idempotency', 'not_a_string'],
  ['/tools/0/access', undefined, '/tools/0/access', 'missing_member'],
  ['/tools/0/parameters/path', '', '/tools/0/parameters/path', 'empty'],
  ['/tools/0/parameters/path', { description: 'x' }, '/tools/0/parameters/path', 'not_a_string'],
  ['/tools/0/inputSchema', {}, '/tools/0/inputSchema', 'unknown_member'],
  ['/tools/0/tier/level', 6, '/tools/0/tier/level', 'unknown_value'],
  ['/tools/0/tier/rationale', '', '/tools/0/tier/rationale', 'empty'],
  ['/tools/0/tier/rationale', undefined, '/tools/0/tier/rationale', 'missing_member'],
  ['/tools/0/deadlineMs', 0, '/tools/0/deadlineMs', 'not_a_count'],
  ['/tools/0/deadlineMs', 900_001, '/tools/0/deadlineMs', 'over_ceiling'],
  ['/tools/0/maxResultBytes', 1.5, '/tools/0/maxResultBytes', 'not_a_count'],
  ['/subjects', [], '/subjects', 'empty'],
  ['/subjects', 'user:alice', '/subjects', 'not_an_array'],
  ['/policy/deny', ['a b'], '/policy/deny/0', 'not_a_glob'],
  ['/policy/ask', [], '/policy/ask', 'unknown_member'],
  ['/deadlines/callMs', '1s', '/deadlines/callMs', 'not_a_count'],
  ['/bounds/callDeadlineMs', 1, '/bounds/callDeadlineMs', 'unknown_member'],
  ['/bounds/maxTools', 10_001, '/bounds/maxTools', 'over_ceiling'],
  ['/onUnmappedAdded', 'warn', '/onUnmappedAdded', 'unknown_value']
]

/** Edits that only the reader can refuse. */
const MEANING: readonly [pointer: string, value: JsonValue, at: string, reason: string][] = [
  ['/tools/1/remote', 'read/file', '/tools/1/remote', 'duplicate'],
  ['/tools/1/name', 'read_file', '/tools/1/name', 'duplicate'],
  ['/tools/1/tier', { level: 1, rationale: 'Few files.' }, '/tools/1/tier/level', 'tier_below_effect'],
  ['/tools/1/tier', { level: 2, rationale: ' only reads, and only below one FOLDER. ' }, '/tools/1/tier/rationale', 'rationale_copied'],
  ['/tools/0/remote', 'deleteFile', '/tools/0/tier/level', 'tier_below_name'],
  ['/tools/0/description', 'Reads.\u{e0049}\u{e0067}', '/tools/0/description', 'unseen_text'],
  ['/tools/0/parameters/path', 'A \u202egnihton\u202c.', '/tools/0/parameters/path', 'unseen_text'],
  ['/subjects/0', 'user:\u001b[2Jalice', '/subjects/0', 'unseen_text'],
  ['/connection/command/3', '--api-key=abcdefgh', '/connection/command/3', 'looks_secret'],
  ['/connection/command', ['x', '--token', 'abc'], '/connection/command/2', 'looks_secret'],
  ['/connection/command', ['x', '-H', 'Authorization: Bearer abc'], '/connection/command/2', 'looks_secret'],
  ['/connection/command', ['x', 'https://user:pw@example.test/'], '/connection/command/1', 'looks_secret'],
  ['/connection/command', ['x', 'https://example.test/?access_token=abc'], '/connection/command/1', 'looks_secret'],
  ['/connection/command', ['x', 'deadbeef'.repeat(5)], '/connection/command/1', 'looks_secret'],
  ['/tools/0/description', 'Call it with ghp_0123456789abcdefABCD.', '/tools/0/description', 'looks_secret'],
  ['/policy/version', 'Bearer abcdefghijklmnop', '/policy/version', 'looks_secret'],
  ['/connection/env/0', 'ghp_0123456789abcdefABCD', '/connection/env/0', 'looks_secret'],
  ['/tools/0/deadlineMs', 20_001, '/tools/0/deadlineMs', 'over_ceiling'],
  ['/tools/0/maxResultBytes', 1024 * 1024 + 1, '/tools/0/maxResultBytes', 'over_ceiling'],
  ['/policy/deny', ['delete_*'], '/policy/deny/0', 'matches_nothing'],
  ['/policy/approve', ['write_file', 'write_files'], '/policy/approve/1', 'matches_nothing'],
  ['/subjects/0', `eyJhbGciOiJub25lIn0.e30.x`, '/subjects/0', 'looks_secret']
]

const HTTP: readonly [pointer: string, value: JsonValue, at: string, reason: string][] = [
  ['/connection/url', 'not an address', '/connection/url', 'not_an_address'],
  ['/connection/url', 'ftp://example.test/', '/connection/url', 'not_an_address'],
  ['/connection/url', 'https://example.test/#a', '/connection/url', 'not_an_address'],
  ['/connection/url', 'http://example.test/mcp', '/connection/url', 'insecure'],
  ['/connection/url', 'https://user:secret@example.test/mcp', '/connection/url', 'looks_secret'],
  ['/connection/url', 'https://example.test/mcp?api_key=abcdefgh', '/connection/url', 'looks_secret'],
  ['/connection/headersEnv', { 'X-Key': 'A', 'x-key': 'B' }, '/connection/headersEnv/x-key', 'duplicate'],
  ['/connection/headersEnv', { Authorization: 'A' }, '/connection/headersEnv/authorization', 'duplicate'],
  ['/connection/headersEnv', { 'X Key': 'A' }, '/connection/headersEnv/X Key', 'not_a_header'],
  ['/connection/headersEnv', { 'X-Key': 'Bearer x' }, '/connection/headersEnv/X-Key', 'not_a_variable'],
  ['/connection/bearerEnv', '$TOKEN', '/connection/bearerEnv', 'not_a_variable'],
  ['/connection/allowInsecure', 'yes', '/connection/allowInsecure', 'not_a_boolean']
]

describe('an edit that breaks the format', () => {
  test.each(STRUCTURE)('%s = %j', (pointer, value, at, reason) => {
    const edited = editAt(SAMPLE_PROFILE, pointer, value)
    expect(refusalOf(edited)).toEqual({ file: 'p.json', pointer: at, reason })
    expect(fitsSchema(edited)).toBe(false)
  })

  test.each(MEANING)('%s = %j', (pointer, value, at, reason) => {
    expect(refusalOf(editAt(SAMPLE_PROFILE, pointer, value))).toEqual({ file: 'p.json', pointer: at, reason })
  })

  test.each(HTTP)('%s = %j', (pointer, value, at, reason) => {
    expect(refusalOf(editAt(HTTP_PROFILE, pointer, value))).toEqual({ file: 'p.json', pointer: at, reason })
  })

  test('a refusal holds nothing of a credential', () => {
    const edited = editAt(SAMPLE_PROFILE, '/connection/command', ['x', '--token', 'canary-canary'])
    const error = expectThrownCode(() => parseRunProfile(JSON.stringify(edited), 'p.json'), 'profile_invalid')
    expect(JSON.stringify([error, error.cause ?? null])).not.toContain('canary')
  })

  test('every place that a draft leaves open is named to the operator', () => {
    const draft = editAt(editAt(SAMPLE_PROFILE, '/tools/0/effect', null), '/tools/1/description', null)
    const error = expectThrownCode(() => parseRunProfile(JSON.stringify(draft), 'p.json'), 'profile_invalid')
    expect(error.details).toMatchObject({ pointer: '/tools/0/effect', reason: 'not_filled_in' })
    expect(error.cause).toEqual({ open: ['/tools/0/effect', '/tools/1/description'] })
  })
})

test.each([
  ['--auth', 'oauth'],
  ['--token-file', '/run/secrets/token'],
  ['--api-key', '$KEY'],
  ['--no-auth', 'server.js'],
  ['--password=', 'x'],
  ['--author', 'Somebody Else'],
  ['--root', '0123456789']
])('%s %s is no credential', (...args) => {
  expect(isParsed(editAt(SAMPLE_PROFILE, '/connection/command', ['x', ...args]))).toBe(true)
})

describe('file and schema agree', () => {
  test('on the samples', () => {
    for (const document of [SAMPLE_PROFILE, HTTP_PROFILE]) expect([isParsed(document), fitsSchema(document)]).toEqual([true, true])
  })

  test('on everything that the reader takes, whatever is replaced by what', () => {
    const pointers = fc.constantFrom(...pointersOf(SAMPLE_PROFILE, ''))
    const values = fc.oneof(
      fc.constantFrom<JsonValue>(null, true, 0, 1, 900_000, 900_001, '', ' ', 'x', 'x'.repeat(65), 'read', 'low', '2026-07-28', [], ['x'], ['x', 'x'], {}, { x: 'x' }),
      fc.string(),
      fc.integer()
    )
    fc.assert(
      fc.property(pointers, fc.option(values, { nil: undefined }), (pointer, value) => {
        const edited = editAt(SAMPLE_PROFILE, pointer, value)
        if (isParsed(edited)) expect(fitsSchema(edited)).toBe(true)
      }),
      { numRuns: 2_000 }
    )
  })
})

function pointersOf(value: JsonValue, pointer: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [pointer]
  const below = Object.entries(value).flatMap(([name, member]) => pointersOf(member as JsonValue, `${pointer}/${name.replaceAll('/', '~1')}`))
  return pointer === '' ? below : [pointer, ...below]
}
