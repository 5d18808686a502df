import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCaptured } from './__fixtures__/captured-io.ts'
import { schemaFaults } from './__fixtures__/check-schema.ts'

describe('without a server', () => {
  test.each([['help'], ['--help'], ['profile', 'init', '--help']])('%j is help on stdout', async (...words) => {
    const { status, stdout, stderr } = await runCaptured(words)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('b10x-harness')
  })

  test('--version names package, version and revision', async () => {
    expect((await runCaptured(['--version'])).stdout).toMatch(/^@b10x\/mcp-foundation \d+\.\d+\.\d+ /)
    expect(schemaFaults('version', (await runCaptured(['version', '--json'])).stdout)).toEqual([])
  })

  test('a mistake goes to stderr, or as the one document to stdout', async () => {
    const human = await runCaptured(['tool\u001b[2J'])
    expect(human).toMatchObject({ status: 2, stdout: '' })
    expect(human.stderr).toContain('\\u{1b}')
    expect(human.stderr).not.toContain('\u001b')
    const json = await runCaptured(['tool', '--json'])
    expect(json).toMatchObject({ status: 2, stderr: '' })
    expect(schemaFaults('error', json.stdout)).toEqual([])
  })

  test('a profile that is not there', async () => {
    const { status, stdout } = await runCaptured(['tools', 'nowhere.json', '--json'])
    expect(status).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'profile_invalid', details: { pointer: '', reason: 'unreadable' } } })
  })
})

test('help loads neither the harness nor a parser', () => {
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    if (!file.startsWith('/')) return
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^import (?!type).*?from '([^']+)'/gm)) {
      visit(name.startsWith('.') ? path.resolve(path.dirname(file), name) : name)
    }
  }
  visit(path.join(import.meta.dirname, 'bin.ts'))
  visit(path.join(import.meta.dirname, 'help/help-text.ts'))
  expect([...seen].filter((name) => !name.startsWith('/') && !name.startsWith('node:'))).toEqual(['@b10x/mcp-cli/command-line'])
})
