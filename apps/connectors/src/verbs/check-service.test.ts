/** `services check`: nothing is connected, so that it can run anywhere. */
import type { JsonObject } from '@b10x/mcp-foundation'
import { tool } from '@b10x/testkit'
import { describe, expect, test } from 'vitest'
import { schemaFaults } from '../__fixtures__/check-schema.ts'
import { commandFolder, writeDrafts } from '../__fixtures__/command-folder.ts'
import type { CommandFolder } from '../__fixtures__/command-folder.ts'

const CHECK = ['services', 'check', 'service.json']
const BOTH = [...CHECK, 'service.deployment.json']

async function drafted(): Promise<CommandFolder> {
  const folder = await commandFolder()
  await writeDrafts(folder, { tools: [tool('read'), tool('write'), tool('Purge all')] })
  return folder
}

async function filledIn(): Promise<CommandFolder> {
  const folder = await drafted()
  await folder.fillIn('service.json')
  return folder
}

const failureOf = async (folder: CommandFolder, words: readonly string[]): Promise<{ readonly status: number; readonly error: JsonObject }> => {
  const { status, stdout, stderr } = await folder.run([...words, '--json'])
  expect([schemaFaults('error', stdout), stderr]).toEqual([[], ''])
  return { status, error: (JSON.parse(stdout) as { readonly error: JsonObject }).error }
}

describe('a draft', () => {
  test('tool_unmapped names the tool, and all of them to the operator', async () => {
    await using folder = await drafted()
    expect(await failureOf(folder, CHECK)).toMatchObject({ status: 2, error: { code: 'tool_unmapped', details: { tool: 'Purge all', open: ['Purge all', 'read', 'write'] } } })
    const human = await folder.run(CHECK)
    expect(human).toMatchObject({ status: 2, stdout: '' })
    expect(human.stderr).toContain('Purge all')
  })

  test('with one tool left', async () => {
    await using folder = await drafted()
    await folder.fillIn('service.json')
    await folder.edit('service.json', (document) => ({ ...document, operations: { ...(document['operations'] as JsonObject), read: { operationRef: null, title: null, description: null, effect: null } } }))
    expect(await failureOf(folder, CHECK)).toMatchObject({ status: 2, error: { code: 'tool_unmapped', details: { tool: 'read', open: ['read'] } } })
  })

  test('with an entry taken away', async () => {
    await using folder = await filledIn()
    await folder.edit('service.json', (document) => ({ ...document, operations: Object.fromEntries(Object.entries(document['operations'] ?? {}).filter(([name]) => name !== 'write')) }))
    expect(await failureOf(folder, CHECK)).toMatchObject({ error: { code: 'tool_unmapped', details: { tool: 'write' } } })
  })

  test('with decisions open in a mapped tool names each place', async () => {
    await using folder = await filledIn()
    await folder.edit('service.json', (document) => ({ ...document, operations: { ...(document['operations'] as JsonObject), read: { operationRef: 'sample.read', title: 'Read', description: null, effect: null } } }))
    expect(await failureOf(folder, CHECK)).toMatchObject({ error: { code: 'profile_invalid', details: { reason: 'not_filled_in', open: ['/operations/read/description', '/operations/read/effect'] } } })
  })

  test('of a deployment names each place', async () => {
    await using folder = await filledIn()
    await folder.edit('service.deployment.json', (document) => ({ ...document, policyVersion: null, provider: { id: null, displayName: 'Sample' } }))
    expect(await failureOf(folder, BOTH)).toMatchObject({ status: 2, error: { code: 'deployment_invalid', details: { reason: 'not_filled_in', open: ['/policyVersion', '/provider/id'] } } })
  })
})

describe('documents that are filled in', () => {
  test('are shown, with what was decided', async () => {
    await using folder = await filledIn()
    const { status, stdout, stderr } = await folder.run([...BOTH, '--json'])
    expect([status, stderr, schemaFaults('services-check', stdout)]).toEqual([0, '', []])
    expect(JSON.parse(stdout)).toMatchObject({
      service: 'sample',
      connection: 'sample-main',
      operations: [{ operation: 'sample.purge_all', tool: 'Purge all', effect: 'read', expose: true, risk: 'low', idempotency: 'idempotent', approval: 'none' }, {}, {}],
      deployment: { policyVersion: '1', provider: { id: 'sample-provider' } }
    })
  })

  test('a profile alone is checked, and said to be of no use alone', async () => {
    await using folder = await filledIn()
    const { status, stdout, stderr } = await folder.run([...CHECK, '--json'])
    expect([status, schemaFaults('services-check', stdout)]).toEqual([0, []])
    expect(JSON.parse(stdout)).toMatchObject({ deployment: null, operations: [{ expose: null }, {}, {}] })
    expect(stderr).not.toBe('')
  })

  test('nobody is asked, at a terminal neither', async () => {
    await using folder = await filledIn()
    const { status, stdout, stderr, asked } = await folder.run(BOTH, { isTTY: true, env: { NO_COLOR: '1' } })
    expect({ status, asked, stderr }).toEqual({ status: 0, asked: 0, stderr: '' })
    expect(stdout).toContain('sample.purge_all  read, low risk, approval none  Purge all')
  })

  test('what a screen would obey is refused as the name of a tool, and shown escaped', async () => {
    await using folder = await commandFolder()
    await writeDrafts(folder, { tools: [tool('clear\u001b[2J')] })
    const draft = await folder.run(CHECK, { isTTY: true })
    await folder.fillIn('service.json')
    const filled = await folder.run(CHECK, { isTTY: true })
    for (const { status, stdout, stderr } of [draft, filled]) {
      expect([status, stdout]).toEqual([2, ''])
      expect(stderr).toContain('\\u{1b}')
      expect(stderr).not.toContain('\u001b[2J')
    }
  })
})

describe('documents that do not fit', () => {
  test.each<[string, (deployment: JsonObject) => JsonObject, string, JsonObject]>([
    ['another service', (one) => ({ ...one, serviceRef: 'other' }), 'deployment_missing', { service: 'sample' }],
    ['an operation more', (one) => ({ ...one, operations: { ...(one['operations'] as JsonObject), 'sample.more': (one['operations'] as JsonObject)['sample.read'] ?? null } }), 'operation_set_mismatch', { missing: [], unknown: ['sample.more'] }],
    ['no operation', (one) => ({ ...one, operations: {} }), 'operation_set_mismatch', { missing: ['sample.purge_all', 'sample.read', 'sample.write'], unknown: [] }],
    ['another endpoint', (one) => ({ ...one, connection: { endpointRef: 'other' } }), 'binding_mismatch', { part: 'endpoint' }],
    ['a credential that nobody reviewed', (one) => ({ ...one, connection: { endpointRef: 'mcp_connection', credentialRef: 'sample-token' } }), 'binding_mismatch', { part: 'credential' }],
    ['an effect', (one) => ({ ...one, effect: 'none' }), 'member_unknown', { file: 'service.deployment.json', pointer: '/effect' }],
    ['a secret', (one) => ({ ...one, connection: { endpointRef: 'mcp_connection', credential: 'canary-canary' } }), 'secret_in_document', { pointer: '/connection/credential' }],
    ['another contract', (one) => ({ ...one, contract: 'b10x.service-deployment.v2' }), 'contract_unsupported', { file: 'service.deployment.json' }]
  ])('%s', async (_name, change, code, details) => {
    await using folder = await filledIn()
    await folder.edit('service.deployment.json', change)
    const { status, error } = await failureOf(folder, BOTH)
    expect([status, error]).toMatchObject([2, { code, details }])
    expect(JSON.stringify(error)).not.toContain('canary')
  })

  test.each([
    ['a member that stands twice', (text: string) => text.replace('"policyVersion"', '"serviceRef": "sample", "policyVersion"'), 'deployment_invalid', 'duplicate_member'],
    ['no JSON', (text: string) => text.slice(1), 'deployment_invalid', 'syntax'],
    ['nesting without an end', () => `${'['.repeat(100)}${']'.repeat(100)}`, 'deployment_invalid', 'too_deep']
  ])('a deployment with %s', async (_name, change, code, reason) => {
    await using folder = await filledIn()
    await folder.write('service.deployment.json', change(await folder.read('service.deployment.json')))
    expect(await failureOf(folder, BOTH)).toMatchObject({ status: 2, error: { code, details: { reason } } })
  })

  test('an edited digest, an effect of the deployment in the profile', async () => {
    await using folder = await filledIn()
    const text = await folder.read('service.json')
    await folder.write('service.json', text.replace(/"digest": "sha256:[0-9a-f]{8}/, '"digest": "sha256:00000000'))
    expect(await failureOf(folder, CHECK)).toMatchObject({ error: { code: 'snapshot_digest_mismatch' } })
    await folder.write('service.json', text.replace('"effect": "read"', '"effect": "read", "risk": "low"'))
    expect(await failureOf(folder, CHECK)).toMatchObject({ error: { code: 'member_unknown' } })
  })

  test.each([['nowhere.json', 'unreadable'], ['.', 'unreadable'], ['latin.json', 'not_utf8']])('%s cannot be read', async (file, reason) => {
    await using folder = await filledIn()
    await folder.write('latin.json', '')
    const { writeFile } = await import('node:fs/promises')
    await writeFile(`${folder.folder}/latin.json`, Uint8Array.of(0x7b, 0xff, 0x7d))
    expect(await failureOf(folder, ['services', 'check', file])).toMatchObject({ status: 2, error: { code: 'config_invalid', details: { file, reason } } })
  })
})
