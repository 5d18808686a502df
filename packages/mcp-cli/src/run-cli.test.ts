import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startHttpServer } from '@b10x/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCaptured } from './__fixtures__/captured-io.ts'
import { schemaFaults } from './__fixtures__/check-schema.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'b10x-cli-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('without a server', () => {
  test.each([['help'], ['--help'], ['call', '--help']])('%j is help on stdout', async (...words) => {
    const { status, stdout, stderr } = await runCaptured(words)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('b10x-mcp')
  })

  test('--version names package, version and revision', async () => {
    const human = await runCaptured(['--version'])
    expect(human.stdout).toMatch(/^@b10x\/mcp-foundation \d+\.\d+\.\d+ ([0-9a-f]{40}|no revision)( \(modified\))?\n$/)
    const json = await runCaptured(['--version', '--json'])
    expect(schemaFaults('version', JSON.parse(json.stdout))).toEqual([])
    expect(json.stdout.split('\n')).toHaveLength(2)
  })

  test('a mistake goes to stderr, or as the one document to stdout', async () => {
    const human = await runCaptured(['lists'])
    expect(human).toMatchObject({ status: 2, stdout: '' })
    expect(human.stderr).toContain('usage_invalid')
    const json = await runCaptured(['lists', '--json'])
    expect(json).toMatchObject({ status: 2, stderr: '' })
    expect(schemaFaults('error', JSON.parse(json.stdout))).toEqual([])
  })

  test('--json after -- belongs to the server', async () => {
    expect((await runCaptured(['lists', '--', 'x', '--json'])).stdout).toBe('')
  })

  test('what the user wrote is escaped too', async () => {
    const { stderr } = await runCaptured(['lists\u001b[2J'])
    expect(stderr).toContain('\\u{1b}')
    expect(stderr).not.toContain('\u001b')
  })
})

describe('bad targets', () => {
  test.each([
    [['list', 'http://example.test/mcp'], 2, 'endpoint_invalid'],
    [['list', 'ftp://example.test/mcp'], 2, 'endpoint_invalid'],
    [['list', 'https://user:secret@example.test/mcp'], 2, 'endpoint_invalid'],
    [['list', 'http://127.0.0.1:1/mcp', '--bearer-env', 'MISSING'], 2, 'variable_missing'],
    [['list', 'http://127.0.0.1:1/mcp', '--bound', 'maxTools=999999999'], 2, 'bounds_invalid'],
    [['list', 'http://127.0.0.1:1/mcp', '--bound', 'nosuch=1'], 2, 'bounds_invalid'],
    [['list', '--config', 'missing.json'], 2, 'config_invalid'],
    [['list', '--', './missing-program'], 3, 'program_not_found'],
    [['list', '--', 'no-such-program-anywhere'], 3, 'program_not_found']
  ])('%j', async (words, status, code) => {
    const json = await runCaptured([words[0] ?? '', '--json', ...words.slice(1)], { env: { PATH: '/usr/bin' }, cwd: folder })
    expect(json).toMatchObject({ status, stderr: '' })
    expect(schemaFaults('error', JSON.parse(json.stdout))).toEqual([])
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code } })
    expect(json.stdout).not.toContain('secret')
  })

  test('a port where nobody listens', async () => {
    const server = await startHttpServer()
    await server.close()
    const { status, stdout } = await runCaptured(['list', '--json', server.url])
    expect(status).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'endpoint_unreachable', details: { reason: 'refused' } } })
  })
})

describe('--config', () => {
  test('finds the server of a file and fills in its variables', async () => {
    await using server = await startHttpServer()
    const content = { mcpServers: { one: { url: server.url, headers: { Authorization: 'Bearer ${TOKEN}' } }, two: {} } }
    await writeFile(path.join(folder, '.mcp.json'), JSON.stringify(content))
    const words = ['snapshot', '--config', '.mcp.json', '--server', 'one']
    const { status, stdout } = await runCaptured(words, { cwd: folder, env: { TOKEN: 'secret-token' } })
    expect(status).toBe(0)
    expect(server.requests[0]?.headers).toMatchObject({ authorization: 'Bearer secret-token' })
    expect(JSON.parse(stdout)).toMatchObject({ authorization: 'config-header:authorization' })
    const missing = await runCaptured([...words, '--json'], { cwd: folder })
    expect(missing.status).toBe(2)
    expect(JSON.parse(missing.stdout)).toMatchObject({ error: { code: 'variable_missing', details: { names: ['TOKEN'] } } })
  })

  test('refuses a file that is too large to be one', async () => {
    await writeFile(path.join(folder, 'big.json'), ' '.repeat(16 * 1024 * 1024 + 1))
    const { status, stdout } = await runCaptured(['list', '--json', '--config', 'big.json'], { cwd: folder })
    expect(status).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'config_invalid', details: { reason: 'too_large' } } })
  })
})

test('an interrupted command exits 130', async () => {
  await using server = await startHttpServer()
  const signal = AbortSignal.abort()
  expect((await runCaptured(['list', server.url], { signal })).status).toBe(130)
})

test('help loads neither the foundation nor a parser', () => {
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    if (!file.startsWith('/')) return
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type).*?from '([^']+)'/gm)) {
      visit(name.startsWith('.') ? path.resolve(path.dirname(file), name) : name)
    }
  }
  visit(path.join(import.meta.dirname, 'bin.ts'))
  visit(path.join(import.meta.dirname, 'help/help-text.ts'))
  visit(path.join(import.meta.dirname, 'command-line.ts'))
  const packages = [...seen].filter((name) => !name.startsWith('/') && !name.startsWith('node:'))
  expect(packages).toEqual(['@b10x/ports/errors'])
})
