import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, vi } from 'vitest'

vi.setConfig({ testTimeout: 90_000 })

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

async function run(...numbers: readonly string[]): Promise<readonly string[]> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['-C', '@b10x/source', main, ...numbers])
  expect(stderr).toBe('')
  return stdout.split('\n')
}

it('admits, allows, approves, refuses, and writes it down', async () => {
  const lines = await run()
  expect(lines[0]).toBe('tools: everything_echo, everything_get-env, everything_get-sum')
  expect(lines.filter((line) => line.startsWith('row: '))).toEqual([
    'row: call_attempted everything_echo',
    'row: call_completed everything_echo',
    'row: call_attempted everything_get-sum',
    'row: call_completed everything_get-sum',
    'row: call_refused everything_get-env policy_denied'
  ])
  const text = lines.slice(lines.indexOf('after 4 answers:')).join('\n')
  expect(text).toContain('The sum of 2 and 40 is 42.')
  expect(text).toContain('everything_get-env: policy_denied')
})

it('does not make a call that nobody approves', async () => {
  const lines = await run('60', '41')
  expect(lines.filter((line) => line.includes('get-sum')).slice(1)).toEqual(['row: call_refused everything_get-sum approval_denied', 'everything_get-sum: approval_denied'])
})

it('is short, and stands on harness-mcp and ports alone', () => {
  const source = readFileSync(main, 'utf8')
  expect(source.trimEnd().split('\n').length).toBeLessThan(80)
  expect([...source.matchAll(/ from '(@b10x\/[^']+)'/g)].map(([, name]) => name)).toEqual(['@b10x/harness-mcp', '@b10x/harness-mcp', '@b10x/ports'])
})
