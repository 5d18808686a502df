import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startHttpServer } from '@b10x/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCaptured } from '../__fixtures__/captured-io.ts'
import type { Captured } from '../__fixtures__/captured-io.ts'
import { schemaFaults } from '../__fixtures__/check-schema.ts'

let home: string
let project: string
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'b10x-cli-'))
  project = path.join(home, 'project')
  await mkdir(project)
})
afterEach(() => rm(home, { recursive: true }))

const run = (...words: readonly string[]): Promise<Captured> =>
  runCaptured(['import', ...words], { cwd: project, env: { HOME: home, XDG_CONFIG_HOME: path.join(home, '.config') } })

async function put(file: string, content: unknown): Promise<void> {
  const absolute = path.resolve(project, file)
  await mkdir(path.dirname(absolute), { recursive: true })
  await writeFile(absolute, typeof content === 'string' ? content : JSON.stringify(content))
}

const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(path.resolve(project, file), 'utf8')) as unknown

/** One server in every usual place, each with a secret of its own. */
async function putEverywhere(): Promise<void> {
  const secret = (name: string): object => ({ env: { API_KEY: `secret-of-${name}` } })
  const config = process.platform === 'darwin' ? '../Library/Application Support' : '../.config'
  await put('.mcp.json', { mcpServers: { shared: { command: 'npx', args: ['-y', 'a@1.0.0'], ...secret('shared') } } })
  await put('.vscode/mcp.json', '{ /* ours */ "servers": { "code": { "type": "http", "url": "https://example.test/mcp", }, } }')
  await put('.cursor/mcp.json', { mcpServers: { cursor: { command: 'cursor-server' } } })
  await put('.gemini/settings.json', { theme: 'dark', mcpServers: { gemini: { httpUrl: 'https://example.test/$WHERE' } } })
  await put('../.claude.json', {
    mcpServers: { claude: { type: 'sse', url: 'https://example.test/sse' } },
    projects: { [project]: { mcpServers: { local: { command: 'local-server' } } }, '/other': { mcpServers: { far: { command: 'far-server' } } } }
  })
  await put(`${config}/Claude/claude_desktop_config.json`, { mcpServers: { desktop: { command: 'desktop-server' } } })
  await put('../.cursor/mcp.json', { mcpServers: { 'cursor-user': { command: 'cursor-user-server' } } })
  await put(`${config}/Code/User/mcp.json`, { servers: { 'code-user': { command: 'code-user-server' } } })
  await put('../.codeium/windsurf/mcp_config.json', { mcpServers: { windsurf: { serverUrl: 'https://example.test/mcp', disabled: true } } })
  await put('../.gemini/settings.json', { mcpServers: { 'gemini-user': { command: 'gemini-user-server' } } })
}

describe('a listing', () => {
  test('names every server and its origin, and no value', async () => {
    await putEverywhere()
    const { status, stdout, stderr } = await run('--json')
    const document = JSON.parse(stdout) as { readonly files: readonly { client: string }[]; readonly servers: readonly { name: string }[] }
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(schemaFaults('import', document)).toEqual([])
    const clients = ['mcp-json', 'vs-code', 'cursor', 'gemini-cli', 'claude-code', 'claude-desktop', 'cursor', 'vs-code', 'windsurf', 'gemini-cli']
    expect(document.files.map(({ client }) => client)).toEqual(clients)
    expect(document).toMatchObject({
      servers: [
        { name: 'shared', file: path.join(project, '.mcp.json'), pointer: '/mcpServers/shared', transport: 'stdio', start: 'npx' },
        { name: 'code', pointer: '/servers/code', transport: 'http', start: 'https://example.test' },
        { name: 'cursor' },
        { name: 'gemini', transport: 'http' },
        { name: 'claude', transport: null, problem: { pointer: '/mcpServers/claude/type', reason: 'transport_unsupported' } },
        { name: 'local', project, applies: true },
        { name: 'far', project: '/other', applies: false },
        { name: 'desktop' },
        { name: 'cursor-user' },
        { name: 'code-user' },
        { name: 'windsurf', disabled: true },
        { name: 'gemini-user' }
      ],
      written: null
    })
    const human = await run()
    expect(human.status).toBe(0)
    for (const { name } of document.servers) expect(human.stdout).toContain(name)
    expect(stdout + human.stdout).not.toContain('secret-of')
  })

  test('of nothing is empty', async () => {
    expect(JSON.parse((await run('--json')).stdout)).toEqual({ files: [], servers: [], written: null })
    expect((await run()).status).toBe(0)
  })

  test('a broken file hides no other one', async () => {
    await put('.mcp.json', '{')
    await put('.cursor/mcp.json', { mcpServers: { one: { command: 'x' } } })
    const { status, stdout } = await run('--json')
    expect(status).toBe(0)
    expect(schemaFaults('import', JSON.parse(stdout))).toEqual([])
    expect(JSON.parse(stdout)).toMatchObject({ files: [{ problem: { reason: 'syntax' } }, { problem: null }], servers: [{ name: 'one' }] })
    expect((await run('-o', 'own.json', '--all')).status).toBe(1)
    expect(await read('own.json')).toEqual({ mcpServers: { one: { command: 'x' } } })
  })
})

describe('a new file', () => {
  test('--all takes what can be used, and says what not', async () => {
    await putEverywhere()
    const { status, stdout } = await run('-o', 'own.json', '--all', '--json')
    expect(status).toBe(1)
    expect(schemaFaults('import', JSON.parse(stdout))).toEqual([])
    expect(JSON.parse(stdout)).toMatchObject({
      written: { file: 'own.json', leftOut: [{ name: 'claude', reason: 'transport_unsupported' }, { name: 'windsurf', reason: 'disabled' }] }
    })
    const { mcpServers } = (await read('own.json')) as { readonly mcpServers: object }
    expect(Object.keys(mcpServers)).toEqual(['shared', 'code', 'cursor', 'gemini', 'local', 'desktop', 'cursor-user', 'code-user', 'gemini-user'])
    expect(JSON.stringify(mcpServers) + stdout).not.toContain('secret-of')
  })

  test('holds the servers that were named, and works with --config', async () => {
    await using server = await startHttpServer()
    await put('.cursor/mcp.json', { mcpServers: { 'my server': { url: server.url, headers: { Authorization: 'Bearer secret-token' } }, other: { command: 'x' } } })
    const before = await readFile(path.join(project, '.cursor/mcp.json'), 'utf8')
    const { status, stdout } = await run('-o', 'own.json', '--server', 'my server')
    expect(status).toBe(0)
    expect(stdout).toContain('MY_SERVER_AUTHORIZATION')
    expect(stdout).not.toContain('secret-token')
    expect(await read('own.json')).toEqual({
      mcpServers: { 'my server': { type: 'http', url: server.url, headers: { Authorization: 'Bearer ${MY_SERVER_AUTHORIZATION}' } } }
    })
    expect(server.count('*')).toBe(0)
    expect(await readFile(path.join(project, '.cursor/mcp.json'), 'utf8')).toBe(before)
    const given = { cwd: project, env: { MY_SERVER_AUTHORIZATION: 'secret-token' } }
    expect((await runCaptured(['list', '--config', 'own.json'], given)).status).toBe(0)
    expect(server.requests[0]?.headers).toMatchObject({ authorization: 'Bearer secret-token' })
  })

  test('starts nothing', async () => {
    const program = path.join(project, 'program')
    await writeFile(program, `#!/bin/sh\n: > '${path.join(project, 'started')}'\n`)
    await chmod(program, 0o755)
    await put('.mcp.json', { mcpServers: { one: { command: program } } })
    await run()
    expect((await run('-o', 'own.json', '--all')).status).toBe(0)
    expect((await readdir(project)).sort()).toEqual(['.mcp.json', 'own.json', 'program'])
  })

  test('a name with two origins is refused, both named', async () => {
    await put('.mcp.json', { mcpServers: { one: { command: 'x' } } })
    await put('.cursor/mcp.json', { mcpServers: { one: { command: 'x' } } })
    const origins = ['.mcp.json', '.cursor/mcp.json'].map((file) => `${path.join(project, file)}#/mcpServers/one`)
    for (const choice of [['--all'], ['--server', 'one']]) {
      const { status, stdout } = await run('-o', 'own.json', ...choice, '--json')
      expect(status).toBe(2)
      expect(schemaFaults('error', JSON.parse(stdout))).toEqual([])
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'usage_invalid', details: { origins } } })
    }
    expect(await readdir(project)).not.toContain('own.json')
    expect((await run('-o', 'own.json', '--all', '--from', '.cursor/mcp.json')).status).toBe(0)
  })

  test("another project's server is taken by name alone, and gives way to this one's", async () => {
    const projects = { [project]: { mcpServers: { both: { command: 'here' } } }, '/other': { mcpServers: { both: { command: 'there' }, far: { command: 'far' } } } }
    await put('../.claude.json', { projects })
    expect((await run('-o', 'own.json', '--server', 'both', '--server', 'far')).status).toBe(0)
    expect(await read('own.json')).toEqual({ mcpServers: { both: { command: 'here' }, far: { command: 'far', cwd: '/other' } } })
  })

  test.each(['.cursor/mcp.json', '.vscode/mcp.json', '../.claude.json', '../.cursor/mcp.json', 'link/mcp.json'])('is never %s', async (file) => {
    await put('.mcp.json', { mcpServers: { one: { command: 'x' } } })
    await mkdir(path.join(home, '.cursor'))
    await mkdir(path.join(project, '.vscode'))
    await symlink(path.join(home, '.cursor'), path.join(project, 'link'))
    expect((await run('-o', file, '--all')).status).toBe(2)
    await expect(read(file)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('is never a file that is there, nor one behind a link', async () => {
    await put('.mcp.json', { mcpServers: { one: { command: 'x' } } })
    await put('there.json', 'mine')
    await symlink('nowhere.json', path.join(project, 'link.json'))
    for (const file of ['there.json', 'link.json', '.mcp.json', 'missing/own.json']) expect((await run('-o', file, '--all')).status).toBe(2)
    expect(await readFile(path.join(project, 'there.json'), 'utf8')).toBe('mine')
    expect((await readdir(project)).sort()).toEqual(['.mcp.json', 'link.json', 'there.json'])
  })
})

describe('refusals', () => {
  test.each([
    [['--server', 'one']],
    [['--all']],
    [['-o', 'own.json']],
    [['-o', 'own.json', '--all', '--server', 'one']],
    [['-o', '-', '--all']],
    [['-o', 'own.json', '--server', 'nobody']],
    [['--config', '.mcp.json']],
    [['--', 'node']],
    [['https://example.test']]
  ])('%j', async (words) => {
    await put('.mcp.json', { mcpServers: { one: { command: 'x' } } })
    const { status, stdout } = await run('--json', ...words)
    expect(status).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'usage_invalid' } })
  })

  test('nothing to write', async () => {
    expect((await run('-o', 'own.json', '--all')).status).toBe(2)
  })

  test.each([
    ['a named file that is not there', ['--from', 'missing.json'], 'unreadable'],
    ['a named file that is broken', ['--from', 'broken.json'], 'syntax'],
    ['a named server that cannot be used', ['-o', 'own.json', '--server', 'sse'], 'transport_unsupported']
  ])('%s', async (_name, words, reason) => {
    await put('broken.json', '{')
    await put('.mcp.json', { mcpServers: { sse: { type: 'sse', url: 'https://example.test' } } })
    const { status, stdout } = await run('--json', ...words)
    expect(status).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'config_invalid', details: { reason } } })
  })
})
