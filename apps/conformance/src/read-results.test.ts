import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readResults } from './read-results.ts'

const CHECKS = '[{"id":"a","name":"A","status":"SUCCESS","details":{}}]'

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'b10x-results-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

it('reads names, checks, and how the client ended', async () => {
  const folder = await folderWith({
    'auth/iss-supported-2026-11-30T01-02-03-004Z/checks.json': CHECKS,
    'json-schema-2020-12-preservation-2026-11-30T01-02-03-004Z/checks.json': '[]',
    'json-schema-2020-12-preservation-2026-11-30T01-02-03-004Z/stdout.txt': 'hello\nexit 0\n',
    'json-schema-2020-12-preservation-2026-11-30T01-02-03-004Z/stderr.txt': 'oh'
  })
  expect(await readResults(folder)).toEqual([
    { scenario: 'auth/iss-supported', checks: JSON.parse(CHECKS), clientExit: null, complaint: '' },
    { scenario: 'json-schema-2020-12-preservation', checks: [], clientExit: 0, complaint: 'oh' }
  ])
})

it.each([
  ['exit 1\n', 1],
  ['exit 0\nmore\n', null],
  ['will exit 0\n', null],
  ['exit 0', null],
  ['', null]
])('takes %j for the end %j', async (output, clientExit) => {
  const folder = await folderWith({ 'a-2026-11-30T01-02-03-004Z/checks.json': '[]', 'a-2026-11-30T01-02-03-004Z/stdout.txt': output })
  expect(await readResults(folder)).toMatchObject([{ scenario: 'a', clientExit }])
})

it.each(['', '{}', '[1]', '[{"id":"a"}]', '[null]', '[{"id":"a","name":"A","status":1}]'])('takes %j for no checks', async (text) => {
  const folder = await folderWith({ 'a-2026-11-30T01-02-03-004Z/checks.json': text })
  expect(await readResults(folder)).toMatchObject([{ scenario: 'a', checks: null }])
})

it('leaves out what was not finished', async () => {
  expect(await readResults(await folderWith({ 'a-2026-11-30T01-02-03-004Z/stdout.txt': 'exit 0\n' }))).toEqual([])
})
