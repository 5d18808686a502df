import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCaptured } from './__fixtures__/captured-io.ts'
import { schemaFaults } from './__fixtures__/check-schema.ts'
import { VERBS } from './arguments/option-table.ts'
import { helpText } from './help/help-text.ts'

describe('without a server', () => {
  test.each([['help'], ['--help'], ['services', 'verify', '--help'], ['help', 'services', 'draft']])('%j is help on stdout', async (...words) => {
    const { status, stdout, stderr } = await runCaptured(words)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('b10x-connectors')
  })

  test.each([null, ...VERBS])('the help of %s fits 80 columns', (topic) => {
    expect(Math.max(...helpText(topic).split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  test('--version names package, version and revision', async () => {
    expect((await runCaptured(['--version'])).stdout).toMatch(/^@b10x\/mcp-foundation \d+\.\d+\.\d+ /)
    expect(schemaFaults('version', (await runCaptured(['version', '--json'])).stdout)).toEqual([])
  })

  test('a mistake goes to stderr, or as the one document to stdout', async () => {
    const human = await runCaptured(['service\u001b[2J'])
    expect(human).toMatchObject({ status: 2, stdout: '' })
    expect(human.stderr).toContain('\\u{1b}')
    expect(human.stderr).not.toContain('\u001b')
    const json = await runCaptured(['service', '--json'])
    expect(json).toMatchObject({ status: 2, stderr: '' })
    expect(schemaFaults('error', json.stdout)).toEqual([])
  })
})

describe('usage_invalid', () => {
  test.each([
    [[]],
    [['services']],
    [['services', 'remove']],
    [['services', 'draft']],
    [['services', 'draft', 'mcp.example']],
    [['services', 'draft', 'ftp://mcp.example/']],
    [['services', 'draft', 'https://mcp.example/', 'another']],
    [['services', 'draft', 'https://mcp.example/', '--name', 'Big Name']],
    [['services', 'draft', 'https://mcp.example/', '--bearer', 'x']],
    [['services', 'draft', '--', 'node', 'server.mjs']],
    [['services', 'check']],
    [['services', 'check', 'p.json', '--ca', 'ca.pem']],
    [['services', 'check', 'p.json', 'd.json', 'more']],
    [['services', 'verify', 'p.json', '-o', 'other.json']]
  ])('%j', async (words) => {
    const { status, stdout } = await runCaptured([...words.filter((word) => word !== '--'), ...(words.includes('--') ? ['--json', '--'] : ['--json'])])
    expect([status, JSON.parse(stdout)]).toMatchObject([2, { error: { code: 'usage_invalid' } }])
  })

  test.each(['https://user:canary@mcp.example/mcp', 'https://canary@mcp.example/', 'https://mcp.example/mcp?key=canary', 'https://mcp.example/mcp#canary'])('%s holds what may be a credential, which is not repeated', async (url) => {
    const { status, stdout, stderr } = await runCaptured(['services', 'draft', url, '--json'])
    expect([status, JSON.parse(stdout)]).toMatchObject([2, { error: { code: 'usage_invalid' } }])
    expect(stdout + stderr).not.toContain('canary')
  })
})

test('help loads no package but the frame of a command', () => {
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
