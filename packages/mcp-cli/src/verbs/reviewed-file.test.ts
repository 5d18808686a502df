/** snapshot, verify, diff and accept: the life of a reviewed file. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deviations, startHttpServer } from '@b10x/testkit'
import type { HttpServer } from '@b10x/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCaptured } from '../__fixtures__/captured-io.ts'
import type { Captured, Surroundings } from '../__fixtures__/captured-io.ts'
import { schemaFaults } from '../__fixtures__/check-schema.ts'

const { reviewed, live } = deviations.drift('annotation')
const DIFFERENCE = {
  kind: 'member_changed',
  tool: 't',
  pointer: '/annotations/readOnlyHint',
  before: true,
  after: false
}

let folder: string
let server: HttpServer
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'b10x-cli-'))
  server = await startHttpServer(reviewed)
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const run = (words: readonly string[], given: Surroundings = {}): Promise<Captured> => runCaptured(words, { cwd: folder, ...given })
const read = (file: string): Promise<string> => readFile(path.join(folder, file), 'utf8')
const takeSnapshot = (): Promise<Captured> => run(['snapshot', '-o', 'a.json', server.url])

describe('snapshot', () => {
  test('writes the bytes that --json prints, every time the same', async () => {
    const { status, stdout } = await takeSnapshot()
    expect(status).toBe(0)
    expect(stdout).toContain('written to a.json')
    const json = await run(['snapshot', '--json', server.url])
    expect(json).toMatchObject({ status: 0, stderr: '' })
    expect(json.stdout).toBe(await read('a.json'))
    expect((await run(['snapshot', server.url])).stdout).toBe(json.stdout)
    expect((await run(['snapshot', '-o', 'b.json', '--json', server.url])).stdout).toBe(json.stdout)
    expect(await read('b.json')).toBe(json.stdout)
    expect(schemaFaults('snapshot', JSON.parse(json.stdout))).toEqual([])
  })

  test('with invalid tools and findings writes, reports and exits 0, or 1 with --strict', async () => {
    server.become(deviations.badApples())
    const lax = await run(['snapshot', '-o', 'a.json', server.url])
    expect(lax.status).toBe(0)
    expect(lax.stderr.split('\n').filter((line) => line.startsWith('invalid tool'))).toHaveLength(3)
    server.become(deviations.invisibleText())
    const strict = await run(['snapshot', '-o', 'b.json', '--strict', server.url])
    expect(strict.status).toBe(1)
    expect(strict.stderr).toContain('finding invisible_text: tags /description')
    expect(JSON.parse(await read('b.json'))).toHaveProperty('tools')
  })

  test('of a listing that is refused writes nothing', async () => {
    server.become(deviations.cursorTrap())
    expect((await takeSnapshot()).status).toBe(4)
    await expect(read('a.json')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('that cannot be written is a mistake of the caller', async () => {
    const { status, stdout } = await run(['snapshot', '--json', '-o', 'missing/a.json', server.url])
    expect(status).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'usage_invalid' } })
  })
})

describe('verify', () => {
  beforeEach(takeSnapshot)

  test('of the same tools is equal', async () => {
    expect((await run(['verify', 'a.json', server.url])).status).toBe(0)
    const { status, stdout } = await run(['verify', 'a.json', server.url, '--json'])
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ equal: true, differences: [], evidence: [] })
  })

  test('F1: of a changed annotation names tool and pointer', async () => {
    server.become(live)
    const { status, stdout } = await run(['verify', 'a.json', server.url, '--json'])
    const document: unknown = JSON.parse(stdout)
    expect(status).toBe(1)
    expect(schemaFaults('verify', document)).toEqual([])
    expect(document).toMatchObject({
      error: { code: 'snapshot_mismatch', family: 'snapshot', details: { differences: 1 } },
      equal: false,
      differences: [DIFFERENCE],
      evidence: []
    })
    const human = await run(['verify', 'a.json', server.url])
    expect(human.status).toBe(1)
    expect(human.stdout).toBe('t\n  member_changed /annotations/readOnlyHint\n      - true\n      + false\n\n')
    expect(human.stderr).toContain('snapshot_mismatch')
  })

  test.each([
    ['meta', 'member_added', '/_meta'],
    ['description', 'member_changed', '/description'],
    ['schema', 'member_added', '/inputSchema/required'],
    ['added', 'tool_added', ''],
    ['missing', 'tool_removed', '']
  ] as const)('F1: %s', async (kind, difference, pointer) => {
    server.become(deviations.drift(kind).live)
    const { status, stdout } = await run(['verify', 'a.json', server.url, '--json'])
    expect(status).toBe(1)
    expect(schemaFaults('verify', JSON.parse(stdout))).toEqual([])
    expect(JSON.parse(stdout)).toMatchObject({ differences: [{ kind: difference, pointer }] })
  })

  test('of changed evidence is equal and says so', async () => {
    server.become({ instructions: 'New\u202E.', serverInfo: { name: 'scripted', version: '2.0.0' } })
    const { status, stdout } = await run(['verify', 'a.json', server.url, '--json'])
    const document: unknown = JSON.parse(stdout)
    expect(status).toBe(0)
    expect(schemaFaults('verify', document)).toEqual([])
    expect(document).toMatchObject({
      equal: true,
      differences: [],
      evidence: [
        { part: 'server', pointer: '/version', before: '1.0.0', after: '2.0.0' },
        { part: 'instructions', pointer: '', before: null, after: 'New\u202E.' }
      ]
    })
    expect((await run(['verify', 'a.json', server.url])).stdout).toContain('+ "New\\u{202e}."')
  })

  test('speaks the revision of the file, and refuses when the server does not', async () => {
    await run(['snapshot', '-o', 'old.json', '--protocol', '2025-06-18', server.url])
    expect((await run(['verify', 'old.json', server.url])).status).toBe(0)
    server.become({ protocolVersions: ['2025-11-25'] })
    const { status, stdout } = await run(['verify', 'old.json', server.url, '--json'])
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'protocol_revision_changed' } })
  })

  test('without a file exits 2 before anything is sent', async () => {
    const before = server.count('*')
    const { status, stdout } = await run(['verify', 'missing.json', server.url, '--json'])
    expect(status).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'baseline_missing', details: { file: 'missing.json' } } })
    expect(server.count('*')).toBe(before)
  })

  test('of an edited file names the tool', async () => {
    await writeFile(path.join(folder, 'a.json'), (await read('a.json')).replace('Adds.', 'Subtracts.'))
    const { status, stdout } = await run(['verify', 'a.json', server.url, '--json'])
    expect(status).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'snapshot_digest_mismatch', details: { tool: 't', file: 'a.json' } }
    })
  })

  test.each([
    ['an unknown member', '{\n', '{\n  "note": 1,\n', '/note'],
    ['another format', 'tool-snapshot.v1', 'tool-snapshot.v2', '/format']
  ])('of a file with %s is refused', async (_name, before, after, pointer) => {
    await writeFile(path.join(folder, 'a.json'), (await read('a.json')).replace(before, after))
    const { status, stdout } = await run(['verify', 'a.json', server.url, '--json'])
    expect(status).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'snapshot_invalid', details: { pointer, file: 'a.json' } } })
  })
})

describe('diff', () => {
  beforeEach(async () => {
    await takeSnapshot()
    server.become(live)
  })

  test('of a file and a server', async () => {
    const { status, stdout } = await run(['diff', 'a.json', server.url, '--json'])
    const document: unknown = JSON.parse(stdout)
    expect(status).toBe(1)
    expect(schemaFaults('diff', document)).toEqual([])
    expect(document).toEqual({ equal: false, differences: [DIFFERENCE], evidence: [] })
  })

  test('of two files, without a server', async () => {
    await run(['snapshot', '-o', 'b.json', server.url])
    await server.close()
    expect((await run(['diff', 'a.json', 'b.json'])).stdout).toContain('/annotations/readOnlyHint')
    expect(await run(['diff', 'a.json', 'a.json'])).toMatchObject({ status: 0, stdout: 'equal\n' })
  })

  test('of two files in two revisions', async () => {
    await run(['snapshot', '-o', 'b.json', '--protocol', '2025-06-18', server.url])
    const { stdout } = await run(['diff', 'a.json', 'b.json', '--json'])
    expect(schemaFaults('diff', JSON.parse(stdout))).toEqual([])
    expect(JSON.parse(stdout)).toMatchObject({ differences: [{ kind: 'protocol_changed', tool: null }, DIFFERENCE] })
  })
})

describe('accept', () => {
  beforeEach(async () => {
    await takeSnapshot()
    server.become(live)
  })

  test('without a terminal shows the change and needs --yes', async () => {
    const before = await read('a.json')
    const { status, stdout, stderr } = await run(['accept', 'a.json', server.url])
    expect(status).toBe(1)
    expect(stdout).toContain('/annotations/readOnlyHint')
    expect(stderr).toContain('--yes')
    expect(await read('a.json')).toBe(before)
  })

  test('--yes makes the live tools the reviewed ones', async () => {
    const { status, stdout } = await run(['accept', 'a.json', server.url, '--yes', '--json'])
    expect(status).toBe(0)
    expect(schemaFaults('accept', JSON.parse(stdout))).toEqual([])
    expect(JSON.parse(stdout)).toMatchObject({ accepted: true, written: true, differences: [DIFFERENCE] })
    expect((await run(['verify', 'a.json', server.url])).status).toBe(0)
  })

  test.each([
    ['y', 0],
    ['', 1],
    ['no', 1]
  ])('asks at a terminal: %j', async (answer, status) => {
    const accepted = await run(['accept', 'a.json', server.url], { answer })
    expect(accepted.asked).toHaveLength(1)
    expect(accepted.status).toBe(status)
    expect((await run(['verify', 'a.json', server.url])).status).toBe(status)
  })

  test('--json never asks', async () => {
    const { status, stdout, asked } = await run(['accept', 'a.json', server.url, '--json'], { answer: 'y' })
    expect(status).toBe(1)
    expect(asked).toEqual([])
    expect(schemaFaults('accept', JSON.parse(stdout))).toEqual([])
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'snapshot_mismatch' }, accepted: false, written: false })
  })

  test('of an unchanged server writes nothing', async () => {
    server.become(reviewed)
    const { status, stdout } = await run(['accept', 'a.json', server.url, '--json'])
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ accepted: true, written: false, equal: true })
  })

  test('keeps the reviewed revision unless another one is named', async () => {
    await run(['snapshot', '-o', 'old.json', '--protocol', '2025-06-18', server.url])
    await run(['accept', 'old.json', server.url, '--yes'])
    expect(JSON.parse(await read('old.json'))).toMatchObject({ protocolVersion: '2025-06-18' })
    const { stdout } = await run(['accept', 'old.json', server.url, '--yes', '--protocol', '2026-07-28', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ differences: [{ kind: 'protocol_changed' }] })
    expect(JSON.parse(await read('old.json'))).toMatchObject({ protocolVersion: '2026-07-28' })
  })
})
