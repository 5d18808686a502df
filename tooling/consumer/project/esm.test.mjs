// What a consumer does from an ECMAScript module, on the oldest Node that we support.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { connect, diffSnapshots, FOUNDATION_RELEASE, parseSnapshot, serializeSnapshot } from '@b10x/mcp-foundation'
import { hasCode } from '@b10x/ports/errors'
import raw from './raw-server.cjs'

const { cache } = createRequire(import.meta.url)
const loadedByEntry = Object.keys(cache)
const bin = join(import.meta.dirname, 'node_modules/.bin/b10x-mcp')

let server
let folder

before(async () => {
  server = await raw.startRawServer()
  folder = await mkdtemp(join(tmpdir(), 'consumer-'))
})

after(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

function run(...args) {
  return new Promise((settle) => {
    execFile(process.execPath, [bin, ...args], (error, stdout, stderr) => { settle({ code: error?.code ?? 0, stdout, stderr }) })
  })
}

function isLoaded(name, modules = Object.keys(cache)) {
  return modules.some((path) => path.includes(`/node_modules/${name}/`))
}

test('runs on Node 20', () => {
  assert.match(process.versions.node, /^20\.(19|[2-9]\d)\./)
})

test('the entry loads neither undici nor ajv', async () => {
  assert.equal(isLoaded('undici', loadedByEntry), false)
  assert.equal(isLoaded('ajv', loadedByEntry), false)
})

test('the release is stamped', () => {
  assert.equal(FOUNDATION_RELEASE.name, '@b10x/mcp-foundation')
  assert.match(FOUNDATION_RELEASE.revision, /^[0-9a-f]{40}$/)
})

test('connects, freezes, writes and reads the snapshot, and calls a tool', async () => {
  const { httpTransport } = await import('@b10x/mcp-foundation/http')
  const client = await connect(httpTransport(server.url))
  try {
    // Also shows that the look into the module cache above is not blind.
    assert.equal(isLoaded('undici'), true)
    assert.equal(client.protocolVersion, '2025-11-25')
    const snapshot = await client.freeze()
    assert.deepEqual(snapshot.tools.map(({ name, status }) => ({ name, status })), [{ name: 'add', status: 'usable' }])
    const read = parseSnapshot(serializeSnapshot(snapshot))
    assert.equal(read.digest, snapshot.digest)
    assert.equal(diffSnapshots(read, await client.relist()).equal, true)
    const outcome = await client.callTool('add', { a: 2, b: 3 })
    assert.equal(outcome.kind, 'complete')
    assert.equal(outcome.resultText, '{"content":[{"type":"text","text":"5"}]}')
  } finally {
    await client.close()
  }
})

test('an edited snapshot is refused', async () => {
  const file = join(folder, 'edited.json')
  const written = await run('snapshot', '-o', file, server.url)
  assert.equal(written.code, 0, written.stderr)
  const text = await readFile(file, 'utf8')
  assert.throws(() => parseSnapshot(text.replace('Adds two', 'Adds three')), (error) => hasCode(error, 'snapshot_digest_mismatch'))
})

test('the command lists, verifies and helps', async () => {
  const help = await run('--help')
  assert.deepEqual([help.code, help.stderr], [0, ''])
  const listed = await run('list', server.url, '--json')
  assert.equal(listed.code, 0, listed.stderr)
  assert.deepEqual(JSON.parse(listed.stdout).tools.map(({ name }) => name), ['add'])
  const file = join(folder, 'reviewed.json')
  await writeFile(file, (await run('snapshot', server.url, '--json')).stdout)
  assert.equal((await run('verify', file, server.url)).code, 0)
})

test('the command says which build it is', async () => {
  const { stdout } = await run('--version')
  assert.ok(stdout.includes(FOUNDATION_RELEASE.version) && stdout.includes(FOUNDATION_RELEASE.revision))
})
