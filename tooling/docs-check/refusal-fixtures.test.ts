// Every code of the table is produced by some test of behaviour: a refusal that nobody has seen is a promise, not a fact.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { WORKSPACE } from '../workspace/read-members.ts'

const table = readFileSync(join(WORKSPACE, 'packages/ports/src/errors/error-code.ts'), 'utf8')
const codes = [...table.matchAll(/^ {2}([a-z_]+): entry\(/gm)].map((match) => match[1] ?? '')
const tests = execFileSync('git', ['ls-files', 'packages/*.test.ts', 'apps/*.test.ts'], { cwd: WORKSPACE, encoding: 'utf8' })
  .split('\n')
  // The tests of the table itself name every code without producing it.
  .filter((file) => file !== '' && !file.startsWith('packages/ports/src/errors/'))
  .map((file) => readFileSync(join(WORKSPACE, file), 'utf8'))

it('sees codes and tests', () => {
  expect(codes.length).toBeGreaterThan(30)
  expect(tests.length).toBeGreaterThan(80)
})

it.each(codes)('%s is produced by a test', (code) => {
  expect(tests.some((text) => text.includes(`'${code}'`))).toBe(true)
})
