/** An artifact as an operator has it: alone in a folder, run by plain Node, asked over HTTP. */
import { createHash } from 'node:crypto'
import { cp, lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from '@b10x/mcp-foundation'
import { httpTransport } from '@b10x/mcp-foundation/http'
import { expectCode } from '@b10x/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaFaults } from '../__fixtures__/check-schema.ts'
import type { Captured } from '../__fixtures__/captured-io.ts'
import { addServedPackages, projectFolder } from '../__fixtures__/project-folder.ts'
import { runArtifact } from '../__fixtures__/running-artifact.ts'

const TOKEN = 'token-of-alice'

const HARNESS = `
import { defineHarness } from '@b10x/harness-server'
import type { HarnessOptions } from '@b10x/harness-server'
import { echoAgent, reportJob } from './parts.ts'
import { payTool } from './tools/pay.mjs'

const project: HarnessOptions = defineHarness({
  authenticate: ({ token }) => (token === '${TOKEN}' ? { subject: 'user:alice', tenantId: 'acme', scopes: ['mcp:invoke'] } : token === null ? 'missing' : 'invalid'),
  jobs: [reportJob],
  agents: [echoAgent],
  mcp: { exposeJobs: true, exposeAgents: true, tools: [payTool] }
})
export default project
`

const PARTS = `
import { readFileSync } from 'node:fs'
import { defineAgent, defineJob } from '@b10x/harness-server'

const greeting: string = readFileSync(new URL('./assets/greeting.txt', import.meta.url), 'utf8')
export const reportJob = defineJob({ name: 'report', description: 'Counts.', inputSchema: { type: 'object' }, effect: 'read', run: (input, { actor }) => ({ greeting, actor }) })
export const echoAgent = defineAgent({ name: 'echo', description: 'Says it again.', respond: ({ message }) => message })
`

const PAY = `
import { defineTool, governTool } from '@b10x/harness-server'

export const payTool = governTool(defineTool({ name: 'pay', description: 'Pays.', inputSchema: { type: 'object' }, metadata: { effect: 'write' }, execute: () => 'paid' }))
`

let built: Captured
let again: Captured
const alone = await mkdtemp(path.join(tmpdir(), 'b10x-artifact-'))

beforeAll(async () => {
  await using project = await projectFolder({
    'package.json': { name: 'office', version: '2.0.0', type: 'module', files: ['assets'], dependencies: { '@b10x/harness-server': '0.1.0' } },
    'harness.ts': HARNESS,
    'parts.ts': PARTS,
    'tools/pay.mjs': PAY,
    'assets/greeting.txt': 'hello',
    '.env': 'SECRET=canary',
    'unused.ts': 'export {}'
  })
  await addServedPackages(project)
  built = await project.build()
  again = await project.build('again')
  await cp(path.join(project.folder, 'artifact'), alone, { recursive: true, verbatimSymlinks: true })
}, 120_000)

afterAll(() => rm(alone, { recursive: true }))

test('the same project gives the same bytes, and says what was written', () => {
  expect(JSON.parse(built.stdout)).toMatchObject({ output: 'artifact', entry: 'server.mjs' })
  expect(schemaFaults('build', built.stdout)).toEqual([])
  expect(built.stderr).toContain('node artifact/server.mjs')
  expect(JSON.parse(again.stdout)).toEqual({ ...(JSON.parse(built.stdout) as object), output: 'again' })
})

test('an artifact holds real files, each in its lock, and nothing that lay about', async () => {
  const entries = await readdir(alone, { recursive: true, withFileTypes: true })
  const there = entries.filter((entry) => !entry.isDirectory()).map((entry) => path.relative(alone, path.join(entry.parentPath, entry.name)))
  const lock = JSON.parse(await readFile(path.join(alone, 'manifest.json'), 'utf8')) as { files: Record<string, string>; packages: { path: string; version: string }[] }
  expect(there.filter((file) => file !== 'manifest.json').toSorted()).toEqual(Object.keys(lock.files).toSorted())
  for (const [file, digest] of Object.entries(lock.files)) {
    expect((await lstat(path.join(alone, file))).isFile()).toBe(true)
    expect(digest).toBe(`sha256:${createHash('sha256').update(await readFile(path.join(alone, file))).digest('hex')}`)
  }
  expect(lock).toMatchObject({ format: 'b10x.harness-artifact.v1', project: { name: 'office', version: '2.0.0' }, entry: 'server.mjs' })
  expect(lock.packages.map((one) => one.path)).toEqual(expect.arrayContaining(['node_modules/@b10x/harness-server', 'node_modules/@b10x/ports', 'node_modules/jose', 'node_modules/undici']))
  expect(there.filter((file) => file.startsWith('app/')).toSorted()).toEqual(['app/assets/greeting.txt', 'app/harness.js', 'app/package.json', 'app/parts.js', 'app/tools/pay.mjs'])
  expect(there.filter((file) => file.endsWith('.tsbuildinfo'))).toEqual([])
})

test.each([{}, { FABRIC_HARNESS_MCP_ENABLED: 'true' }])('/mcp is not there under %j', async (env) => {
  await using artifact = await runArtifact(alone, env)
  expect(artifact.line).toContain('mcp off')
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  for (const request of [{ method: 'POST', headers, body }, { method: 'GET', headers }, { method: 'DELETE' }]) {
    expect((await fetch(artifact.url, request)).status).toBe(404)
  }
})

test('/mcp is all of it under 1, for those who may', async () => {
  await using artifact = await runArtifact(alone, { FABRIC_HARNESS_MCP_ENABLED: '1' })
  const refused = await fetch(artifact.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  expect([refused.status, refused.headers.get('www-authenticate')?.startsWith('Bearer')]).toEqual([401, true])
  await expectCode(connect(httpTransport(artifact.url, { headers: { authorization: 'Bearer other' } })), 'credential_rejected')

  const client = await connect(httpTransport(artifact.url, { headers: { authorization: `Bearer ${TOKEN}` } }))
  try {
    const { tools } = await client.freeze()
    expect(tools.map(({ name }) => name)).toEqual(['agent_echo', 'job_report', 'pay'])
    expect(await client.callTool('job_report', {})).toMatchObject({ kind: 'complete', isError: false, structuredContent: { greeting: 'hello', actor: 'user:alice' } })
    expect(await client.callTool('pay', {})).toMatchObject({ isError: true })
  } finally {
    await client.close()
  }
  expect(await artifact.stop()).toBe(0)
})

test.each(['70000', 'http', '-1'])('it does not start on port %s', async (port) => {
  await expect(runArtifact(alone, { PORT: port })).rejects.toThrow(/ended with 2/)
})
