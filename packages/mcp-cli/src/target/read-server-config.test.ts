import { expectThrownCode } from '@b10x/testkit'
import { describe, expect, test } from 'vitest'
import { readServerConfig } from './read-server-config.ts'
import type { ServerTarget } from './server-target.ts'

interface Given {
  readonly server?: string
  readonly env?: Readonly<Record<string, string>>
  readonly file?: string
  readonly cwd?: string
}

function read(content: unknown, { server, env = {}, file = '/home/me/project/.mcp.json', cwd = '/home/me' }: Given = {}): ServerTarget {
  const bytes = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
  return readServerConfig({ bytes, file: '.mcp.json', absoluteFile: file, server: server ?? null, env, cwd })
}

const only = (entry: object): object => ({ mcpServers: { one: entry } })

describe('a command', () => {
  test('runs in the folder of the file', () => {
    expect(read(only({ command: 'npx', args: ['-y', 'server'], env: { A: 'x', B: 2 } }))).toEqual({
      kind: 'stdio',
      command: 'npx',
      args: ['-y', 'server'],
      cwd: '/home/me/project',
      env: { A: 'x', B: '2' }
    })
  })

  test('of a VS Code file runs in the workspace folder', () => {
    const content = { servers: { one: { type: 'stdio', command: '${workspaceFolder}/run', cwd: '${userHome}/x' } } }
    const given = { file: '/home/me/project/.vscode/mcp.json', env: { HOME: '/home/me' } }
    expect(read(content, given)).toMatchObject({ command: '/home/me/project/run', cwd: '/home/me/x' })
  })

  test('has a relative working directory beside the file', () => {
    expect(read(only({ command: 'x', cwd: 'sub' }))).toMatchObject({ cwd: '/home/me/project/sub' })
  })

  test('keeps a variable named __proto__', () => {
    const target = read('{"mcpServers":{"one":{"command":"x","env":{"__proto__":"a"}}}}')
    expect(target.kind === 'stdio' && Object.entries(target.env)).toEqual([['__proto__', 'a']])
  })
})

describe('an address', () => {
  test.each([{}, { type: 'http' }, { type: 'streamable-http' }, { type: 'streamableHttp' }])('with %j', (type) => {
    const entry = { ...type, url: 'https://example.test/${WHERE}', headers: { Authorization: 'Bearer ${TOKEN}' } }
    expect(read(only(entry), { env: { WHERE: 'mcp', TOKEN: 'secret' } })).toEqual({
      kind: 'http',
      url: 'https://example.test/mcp',
      headers: [{ name: 'authorization', value: 'Bearer secret', origin: 'config-header:authorization' }]
    })
  })
})

describe('several servers', () => {
  const content = { mcpServers: { 'a/b~c': { command: 'x' }, two: { command: 'y' } } }

  test('one is named', () => {
    expect(read(content, { server: 'a/b~c' })).toMatchObject({ command: 'x' })
  })

  test('none is named', () => {
    const { details } = expectThrownCode(() => read(content), 'usage_invalid')
    expect(details).toEqual({ hint: expect.stringContaining('a/b~c, two') })
  })

  test('a name that is not there', () => {
    const error = expectThrownCode(() => read(content, { server: 'x/~' }), 'config_invalid')
    expect(error.details).toEqual({ file: '.mcp.json', pointer: '/mcpServers/x~1~0', reason: 'server_missing' })
  })

  test('what is wrong with the others does not matter', () => {
    const mixed = { mcpServers: { one: { command: 'x' }, two: { type: 'sse', url: '${MISSING}' } } }
    expect(read(mixed, { server: 'one' })).toMatchObject({ command: 'x' })
  })
})

test('every missing variable of the server is named at once', () => {
  const entry = { command: '${B}', args: ['${A}', '${input:token}'], env: { X: '${env:C}', Y: '${D:-fine}' } }
  const error = expectThrownCode(() => read(only(entry)), 'variable_missing')
  expect(error.details).toEqual({ names: ['A', 'B', 'C', 'input:token'] })
})

describe('files of other programs', () => {
  test('Windsurf writes serverUrl', () => {
    const file = '/home/me/.codeium/windsurf/mcp_config.json'
    expect(read(only({ serverUrl: 'https://example.test/mcp' }), { file })).toMatchObject({ kind: 'http', url: 'https://example.test/mcp' })
  })

  test('Gemini CLI writes httpUrl, and $NAME', () => {
    const entry = { httpUrl: 'https://example.test/$WHERE', headers: { Authorization: 'Bearer $TOKEN' } }
    const given = { file: '/home/me/.gemini/settings.json', env: { WHERE: 'mcp', TOKEN: 'secret' } }
    expect(read({ ...only(entry), theme: 'dark' }, given)).toMatchObject({
      url: 'https://example.test/mcp',
      headers: [{ value: 'Bearer secret' }]
    })
    expect(read(only(entry), { env: {} })).toMatchObject({ url: 'https://example.test/$WHERE' })
  })

  test('Cursor starts a project server in the project', () => {
    const entry = { command: '${workspaceFolder}${/}run', args: ['${workspaceFolderBasename}${pathSeparator}'] }
    expect(read(only(entry), { file: '/home/me/project/.cursor/mcp.json' })).toMatchObject({
      command: '/home/me/project/run',
      args: ['project/'],
      cwd: '/home/me/project'
    })
  })

  const claude = {
    numStartups: 3,
    mcpServers: { shared: { command: 'user' }, both: { command: 'user' } },
    projects: {
      '/home/me/a': { history: [], mcpServers: { both: { command: 'a' }, twice: { command: 'a' } } },
      '/home/me/b': { mcpServers: { twice: { command: 'b' }, once: { command: 'b' } } },
      '/home/me/c': {}
    }
  }

  test.each([
    ['/home/me', 'shared', { command: 'user', cwd: '/home/me' }],
    ['/home/me', 'both', { command: 'user' }],
    ['/home/me/a', 'both', { command: 'a', cwd: '/home/me/a' }],
    ['/home/me/b', 'both', { command: 'user' }],
    ['/home/me/b', 'twice', { command: 'b', cwd: '/home/me/b' }],
    ['/home/me', 'once', { command: 'b', cwd: '/home/me/b' }]
  ])('Claude Code in %s: %s', (cwd, server, expected) => {
    expect(read(claude, { file: '/home/me/.claude.json', cwd, server })).toMatchObject(expected)
  })

  test('a name of two other projects is ambiguous', () => {
    const error = expectThrownCode(() => read(claude, { file: '/home/me/.claude.json', server: 'twice' }), 'config_invalid')
    expect(error.details).toMatchObject({ pointer: '/projects/~1home~1me~1b/mcpServers/twice', reason: 'server_ambiguous' })
  })
})

test('comments and trailing commas are read', () => {
  const text = '\uFEFF{ // ours\n "servers": { /* one */ "one": { "command": "x", "args": ["a",], }, }, }'
  expect(read(text)).toMatchObject({ command: 'x', args: ['a'] })
})

test('what other programs keep there is left alone', () => {
  expect(read({ inputs: [], mcpServers: { one: { command: 'x', disabled: false } } })).toMatchObject({ command: 'x' })
})

test.each([
  ['', '', 'syntax'],
  ['{', '', 'syntax'],
  ['{} {}', '', 'syntax'],
  ['{"a":01}', '', 'syntax'],
  ['['.repeat(200_000), '', 'syntax'],
  ['[]', '', 'not_an_object'],
  ['{}', '', 'servers_missing'],
  ['{"mcpServers":{}}', '/mcpServers', 'servers_missing'],
  ['{"mcpServers":[]}', '/mcpServers', 'not_an_object'],
  ['{"mcpServers":{},"servers":{}}', '/servers', 'two_server_lists'],
  ['{"mcpServers":{},"mcpServers":{}}', '/mcpServers', 'duplicate_member'],
  ['{"mcpServers":{"one":{"command":"x","command":"y"}}}', '/mcpServers/one/command', 'duplicate_member'],
  ['{"mcpServers":{"one":{"command":"x","__proto__":1,"__proto__":2}}}', '/mcpServers/one/__proto__', 'duplicate_member'],
  ['{"mcpServers":{"one":1}}', '/mcpServers/one', 'not_an_object'],
  ['{"mcpServers":{"one":{}}}', '/mcpServers/one', 'command_or_url_missing'],
  ['{"mcpServers":{"one":{"type":"stdio"}}}', '/mcpServers/one/command', 'missing'],
  ['{"mcpServers":{"one":{"type":"sse","url":"https://x"}}}', '/mcpServers/one/type', 'transport_unsupported'],
  ['{"mcpServers":{"one":{"command":"x","url":"https://x"}}}', '/mcpServers/one/url', 'command_and_url'],
  ['{"mcpServers":{"one":{"command":"x","serverUrl":"https://x"}}}', '/mcpServers/one/serverUrl', 'command_and_url'],
  ['{"mcpServers":{"one":{"httpUrl":"https://x","url":"https://x"}}}', '/mcpServers/one/httpUrl', 'two_addresses'],
  ['{"projects":{"/a":{"mcpServers":1}}}', '/projects/~1a/mcpServers', 'not_an_object'],
  ['{"mcpServers":{"one":{"command":1}}}', '/mcpServers/one/command', 'not_a_string'],
  ['{"mcpServers":{"one":{"command":""}}}', '/mcpServers/one/command', 'empty'],
  ['{"mcpServers":{"one":{"command":"x","args":"y"}}}', '/mcpServers/one/args', 'not_an_array'],
  ['{"mcpServers":{"one":{"command":"x","args":["y",1]}}}', '/mcpServers/one/args/1', 'not_a_string'],
  ['{"mcpServers":{"one":{"command":"x","env":{"A":null}}}}', '/mcpServers/one/env/A', 'not_a_string'],
  ['{"mcpServers":{"one":{"command":"x","envFile":".env"}}}', '/mcpServers/one/envFile', 'unsupported']
])('refuses %j', (text, pointer, reason) => {
  const error = expectThrownCode(() => read(text), 'config_invalid')
  expect(error.details).toEqual({ file: '.mcp.json', pointer, reason })
})

test('refuses bytes that are not UTF-8', () => {
  const bytes = Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)
  const error = expectThrownCode(
    () => readServerConfig({ bytes, file: 'f', absoluteFile: '/f', server: null, env: {}, cwd: '/' }),
    'config_invalid'
  )
  expect(error.details).toMatchObject({ reason: 'not_utf8' })
})
