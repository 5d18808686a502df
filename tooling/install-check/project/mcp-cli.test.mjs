import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const { version, revision } = JSON.parse(process.env.EXPECTED_RELEASE)
const bin = join(import.meta.dirname, 'node_modules/.bin/b10x-mcp')

test('the command says version and revision', async () => {
  const { stdout } = await promisify(execFile)(bin, ['--version'])
  assert.equal(stdout, `@b10x/mcp-foundation ${version} ${revision}\n`)
})

test('the command compares two files', async () => {
  const { stdout } = await promisify(execFile)(bin, ['diff', 'snapshot.json', 'snapshot.json', '--json'], { cwd: import.meta.dirname })
  assert.equal(JSON.parse(stdout).equal, true)
})
