/** From an address to a verified service, over the real egress and real sockets. */
import { inspect } from 'node:util'
import type { JsonObject } from '@b10x/mcp-foundation'
import { startHttpServer, tool } from '@b10x/testkit'
import type { HttpServer, ScriptPart } from '@b10x/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { schemaFaults } from './__fixtures__/check-schema.ts'
import { commandFolder } from './__fixtures__/command-folder.ts'
import type { CommandFolder } from './__fixtures__/command-folder.ts'
import type { Captured, Surroundings } from './__fixtures__/captured-io.ts'

const CANARY = 'canary-token-0123456789'
const BEARER = ['--bearer-env', 'SAMPLE_TOKEN']
const VERIFY = ['services', 'verify', 'service.json', 'service.deployment.json', '--allow-loopback']

interface Stage {
  readonly server: HttpServer
  readonly folder: CommandFolder
  draft(options?: readonly string[], given?: Surroundings): Promise<Captured>
}

async function openStage(...parts: readonly ScriptPart[]): Promise<Stage> {
  const server = await startHttpServer({ tools: [tool('read'), tool('write')] }, ...parts)
  onTestFinished(() => server.close())
  const folder = await commandFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  return { server, folder, draft: (options = [], given) => folder.run(['services', 'draft', server.url, '--allow-loopback', ...options], given) }
}

/** A service that is reviewed, complete in both files. */
async function openReviewed(options: readonly string[] = [], given?: Surroundings, ...parts: readonly ScriptPart[]): Promise<Stage> {
  const stage = await openStage(...parts)
  expect(await stage.draft(options, given)).toMatchObject({ status: 0 })
  await stage.folder.fillIn('service.json')
  return stage
}

const failureOf = ({ stdout }: Captured): JsonObject => {
  expect(schemaFaults('error', stdout)).toEqual([])
  return (JSON.parse(stdout) as { readonly error: JsonObject }).error
}

describe('services draft', () => {
  test('writes both files, names what is to be mapped, and leaves every decision open', async () => {
    const { folder, server, draft } = await openStage({ instructions: 'remote-words' })
    const { status, stdout, asked } = await draft(['--json'])
    expect([status, asked, schemaFaults('services-draft', stdout)]).toEqual([0, 0, []])
    expect(JSON.parse(stdout)).toMatchObject({ profile: 'service.json', deployment: 'service.deployment.json', unmapped: ['read', 'write'] })
    expect(await folder.files()).toEqual(['service.deployment.json', 'service.json'])
    const profile = JSON.parse(await folder.read('service.json')) as JsonObject
    const open = { operationRef: null, title: null, description: null, effect: null }
    expect(profile).toMatchObject({ serviceRef: 'service', connection: { ref: 'service-main', endpointRef: 'mcp_connection' }, provider: { displayName: null }, operations: { read: open, write: open } })
    expect(JSON.parse(await folder.read('service.deployment.json'))).toMatchObject({ serviceRef: 'service', policyVersion: null, provider: { id: null, displayName: null }, connection: { endpointRef: 'mcp_connection' }, operations: {} })
    expect(server.count('tools/call')).toBe(0)
    await expect.poll(() => server.openSockets()).toBe(0)
    expect(failureOf(await folder.run(['services', 'check', 'service.json', '--json']))).toMatchObject({ code: 'tool_unmapped', details: { tool: 'read' } })
  })

  test('never writes over a file, and leaves no half of the pair', async () => {
    const { folder, draft } = await openStage()
    await folder.write('service.deployment.json', 'mine')
    const { status, stdout } = await draft(['--json'])
    expect([status, JSON.parse(stdout)]).toMatchObject([2, { error: { code: 'usage_invalid' } }])
    expect(await folder.files()).toEqual(['service.deployment.json'])
    expect(await folder.read('service.deployment.json')).toBe('mine')
  })

  test('a bearer is named, sent and kept nowhere', async () => {
    const { folder, server, draft } = await openStage()
    const { status, stdout, stderr } = await draft(BEARER, { env: { SAMPLE_TOKEN: CANARY } })
    expect(status).toBe(0)
    expect(server.requests[0]?.headers['authorization']).toBe(`Bearer ${CANARY}`)
    const [profile, deployment] = [await folder.read('service.json'), await folder.read('service.deployment.json')]
    expect(stdout + stderr + profile + deployment).not.toContain(CANARY)
    for (const text of [profile, deployment]) expect(JSON.parse(text)).toMatchObject({ connection: { credentialRef: 'service-token' } })
    expect(JSON.parse(profile)).toMatchObject({ snapshot: { authorization: 'bearer' } })
  })

  test('variable_missing: nothing is connected', async () => {
    const { server, draft } = await openStage()
    expect(failureOf(await draft([...BEARER, '--json']))).toMatchObject({ code: 'variable_missing', details: { names: ['SAMPLE_TOKEN'] } })
    expect(server.socketsOpened).toBe(0)
  })

  test('a loopback address needs the switch, which is loud', async () => {
    const { server, folder, draft } = await openStage()
    const { status } = await folder.run(['services', 'draft', server.url, '--json'])
    expect([status, server.socketsOpened]).toEqual([2, 0])
    expect((await draft()).stderr).toContain('warning:')
  })
})

describe('services verify', () => {
  test('a server that lists what was reviewed', async () => {
    const { server, folder } = await openReviewed()
    const { status, stdout } = await folder.run([...VERIFY, '--json'])
    expect([status, schemaFaults('services-verify', stdout)]).toEqual([0, []])
    expect(JSON.parse(stdout)).toMatchObject({ service: 'service', endpoint: server.url, operations: [{ operation: 'sample.read', expose: true }, { operation: 'sample.write' }], deployment: { policyVersion: '1' } })
    expect(server.count('tools/call')).toBe(0)
    await expect.poll(() => server.openSockets()).toBe(0)
  })

  test.each<[string, ScriptPart, JsonObject]>([
    ['a changed description', { tools: [tool('read', { title: 'Changed' }), tool('write')] }, { tool: 'read', pointer: '/title' }],
    ['an added tool', { tools: [tool('read'), tool('write'), tool('extra')] }, { kind: 'tool_added', tool: 'extra' }],
    ['a missing tool', { tools: [tool('read')] }, { kind: 'tool_removed', tool: 'write' }]
  ])('snapshot_mismatch: %s exits 1, and the operator sees it', async (_name, change, difference) => {
    const { server, folder } = await openReviewed()
    server.become(change)
    const failed = await folder.run([...VERIFY, '--json'])
    expect([failed.status, failureOf(failed)]).toMatchObject([1, { code: 'snapshot_mismatch', details: { found: [difference] } }])
    await expect.poll(() => server.openSockets()).toBe(0)
  })

  test('what the documents are refused for asks nobody', async () => {
    const { server, folder } = await openReviewed()
    const before = server.socketsOpened
    await folder.edit('service.deployment.json', (document) => ({ ...document, operations: {} }))
    expect(failureOf(await folder.run([...VERIFY, '--json']))).toMatchObject({ code: 'operation_set_mismatch' })
    expect(server.socketsOpened).toBe(before)
  })

  test('the bearer of the profile has to be named, and no other is sent', async () => {
    const given = { env: { SAMPLE_TOKEN: CANARY } }
    const { server, folder } = await openReviewed(BEARER, given)
    const before = server.requests.length
    expect(failureOf(await folder.run([...VERIFY, '--json'], given))).toMatchObject({ code: 'usage_invalid' })
    expect(failureOf(await folder.run([...VERIFY, ...BEARER, '--json']))).toMatchObject({ code: 'variable_missing' })
    expect(server.requests).toHaveLength(before)
    expect(await folder.run([...VERIFY, ...BEARER], given)).toMatchObject({ status: 0 })
    expect(server.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${CANARY}`)

    const bare = await openReviewed()
    expect(failureOf(await bare.folder.run([...VERIFY, ...BEARER, '--json'], given))).toMatchObject({ code: 'usage_invalid' })
  })

  test('a server that sends the bearer back is refused, and it is not shown', async () => {
    const given = { env: { SAMPLE_TOKEN: CANARY } }
    const { server, folder } = await openReviewed(BEARER, given)
    server.become({ instructions: `You said ${CANARY}` })
    const failed = await folder.run([...VERIFY, ...BEARER, '--json'], given)
    expect([failed.status, failureOf(failed)]).toMatchObject([4, { code: 'credential_echoed' }])
    expect(inspect(failed)).not.toContain(CANARY)
  })

  test('a server that is gone exits 3', async () => {
    const { server, folder } = await openReviewed()
    await server.close()
    const failed = await folder.run([...VERIFY, '--json'])
    expect([failed.status, failureOf(failed)]).toMatchObject([3, { code: 'egress_unreachable' }])
  })

  test('an interrupt ends it', async () => {
    const { folder } = await openReviewed()
    expect((await folder.run(VERIFY, { signal: AbortSignal.abort() })).status).toBe(130)
  })
})
