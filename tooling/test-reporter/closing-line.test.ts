import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// Each test runs vitest for itself, on files planted in an empty folder, with this reporter and nothing else.
const root = resolve(import.meta.dirname, '../..')
const config = `import { closingLine } from ${JSON.stringify(join(import.meta.dirname, 'closing-line.ts'))}
export default { test: { pool: 'forks', reporters: [closingLine()] } }`
const header = `import { afterAll, beforeAll, describe, expect, test } from 'vitest'\n`

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'closing-line-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'vitest.config.mjs'), config)
})

afterEach(() => rm(folder, { recursive: true }))

async function runPlanted(files: Record<string, string>): Promise<{ closing: string | undefined; failed: boolean }> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), header + text)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  return new Promise((settle) => {
    const options = { cwd: folder, env: { PATH: process.env['PATH'] } }
    execFile(process.execPath, [vitest, 'run'], options, (error, stdout) => {
      settle({ closing: stdout.trimEnd().split('\n').at(-1), failed: error !== null })
    })
  })
}

const passing = `test('passes', () => { expect(1).toBe(1) })\n`

test('counts what passed and what was skipped', async () => {
  const run = await runPlanted({ 'a.test.mjs': `${passing}test.skip('later', () => {})\ntest.todo('never')\n` })
  expect(run).toEqual({ closing: '1 passed, 0 failed, 2 skipped', failed: false })
}, 60_000)

test('counts a failing test', async () => {
  const run = await runPlanted({ 'a.test.mjs': `${passing}test('fails', () => { expect(1).toBe(2) })\n` })
  expect(run).toEqual({ closing: '1 passed, 1 failed, 0 skipped', failed: true })
}, 60_000)

test('counts a file that throws on load', async () => {
  const run = await runPlanted({ 'a.test.mjs': passing, 'b.test.mjs': `throw new Error('planted')\n` })
  expect(run).toEqual({ closing: '1 passed, 1 failed, 0 skipped', failed: true })
}, 60_000)

test('counts a rejection that no test awaits', async () => {
  const late = `test('leaves a rejection behind', async () => {
  void Promise.reject(new Error('planted'))
  await new Promise((settle) => { setImmediate(settle) })
})\n`
  const run = await runPlanted({ 'a.test.mjs': passing + late })
  expect(run).toEqual({ closing: '2 passed, 1 failed, 0 skipped', failed: true })
}, 60_000)

test('counts a set-up that throws, and a tear-down that throws', async () => {
  const setUp = `describe('set-up', () => { beforeAll(() => { throw new Error('planted') }); ${passing} })\n`
  const tearDown = `describe('tear-down', () => { afterAll(() => { throw new Error('planted') }); ${passing} })\n`
  const run = await runPlanted({ 'a.test.mjs': setUp, 'b.test.mjs': tearDown })
  expect(run.closing).toMatch(/^1 passed, 2 failed, [01] skipped$/)
  expect(run.failed).toBe(true)
}, 60_000)

test('counts a worker that ends in the middle of its file', async () => {
  const run = await runPlanted({ 'a.test.mjs': `${passing}test('ends', () => { process.kill(process.pid, 'SIGKILL') })\n` })
  expect(run.failed).toBe(true)
  expect(run.closing).toMatch(/^\d passed, [1-9] failed, \d skipped$/)
}, 60_000)

test('counts a run that found no file', async () => {
  expect(await runPlanted({})).toEqual({ closing: '0 passed, 1 failed, 0 skipped', failed: true })
}, 60_000)
