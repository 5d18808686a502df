import { expect, test } from 'vitest'
import { dialectOf } from '../target/client-dialect.ts'
import { describeEntry } from '../target/describe-entry.ts'
import { isJsoncObject, readJsonc } from '../target/read-jsonc.ts'
import type { ChosenServer } from './choose-servers.ts'
import { composeConfig } from './compose-config.ts'
import type { ComposedServer } from './compose-config.ts'

interface Given {
  readonly file?: string
  readonly env?: Readonly<Record<string, string>>
  readonly output?: string
}

function compose(entries: Readonly<Record<string, object>>, { file = '/h/p/.mcp.json', env = {}, output = '/h/p/own.json' }: Given = {}) {
  const chosen = Object.entries(entries).map(([name, value]): ChosenServer => {
    const place = { file, pointer: `/mcpServers/${name}` }
    const parsed = readJsonc(Buffer.from(JSON.stringify(value)), file)
    const entry = describeEntry(parsed, place)
    const members = isJsoncObject(parsed) ? [...parsed.keys()] : []
    const server = { name, pointer: place.pointer, project: null, applies: true, disabled: false, entry, members }
    return { file: { file, scope: 'project', dialect: dialectOf(file), servers: [server], problem: null }, server, entry }
  })
  const { text, servers } = composeConfig(chosen, output, env)
  const { mcpServers } = JSON.parse(text) as { readonly mcpServers: Readonly<Record<string, unknown>> }
  return { text, mcpServers, servers: servers as readonly ComposedServer[] }
}

test.each([
  [{ API_KEY: 'hunter2-hunter2' }, { API_KEY: '${API_KEY}' }],
  [{ DB_PASS: 'hunter' }, { DB_PASS: '${DB_PASS}' }],
  [{ ANYTHING: 'Hunter 2' }, { ANYTHING: '${ANYTHING}' }],
  [{ DATABASE_URL: 'postgres://me:pw@db/x' }, { DATABASE_URL: '${DATABASE_URL}' }],
  [{ LEVEL: 'debug', PORT: 8080, ON: 'true', EMPTY: '', DIR: '/srv/data', AT: 'https://example.test/' }, { LEVEL: 'debug', PORT: '8080', ON: 'true', EMPTY: '', DIR: '/srv/data', AT: 'https://example.test/' }],
  [{ TOKEN: '${env:MINE}', B: '${A}${B}' }, { TOKEN: '${MINE}', B: '${A}${B}' }],
  [{ TOKEN: '${input:my-token}' }, { TOKEN: '${MY_TOKEN}' }],
  [{ TOKEN: '${MINE:-sk-1234567890}', LEVEL: '${L:-info}' }, { TOKEN: '${MINE}', LEVEL: '${L:-info}' }],
  [{ TOKEN: 'a${MINE}b' }, { TOKEN: '${TOKEN}' }]
])('env %j', (env, expected) => {
  expect(compose({ one: { command: 'x', env } }).mcpServers).toEqual({ one: { command: 'x', env: expected } })
})

test.each([
  [{ Authorization: 'Bearer abc' }, { Authorization: 'Bearer ${ONE_AUTHORIZATION}' }],
  [{ Authorization: 'Bearer ${T}' }, { Authorization: 'Bearer ${T}' }],
  [{ 'X-Api-Key': 'abc' }, { 'X-Api-Key': '${ONE_X_API_KEY}' }],
  [{ Accept: 'application/json', 'X-Org': 'acme' }, { Accept: 'application/json', 'X-Org': 'acme' }]
])('headers %j', (headers, expected) => {
  const entry = { type: 'http', url: 'https://example.test/mcp' }
  expect(compose({ one: { ...entry, headers } }).mcpServers).toEqual({ one: { ...entry, headers: expected } })
})

test.each([
  [['--api-key', 'abc', '--port', '1'], ['--api-key', '${ONE_API_KEY}', '--port', '1']],
  [['--token=abc'], ['--token=${ONE_TOKEN}']],
  [['--header', 'Authorization: Bearer abc'], ['--header', 'Authorization: Bearer ${ONE_AUTHORIZATION}']],
  [['--header', 'Authorization:${T}'], ['--header', 'Authorization:${T}']],
  [['ghp_0123456789abcdef'], ['${ONE_ARGUMENT}']],
  [['postgres://me:pw@db/x'], ['postgres://${ONE_POSTGRES_USERINFO}@db/x']],
  [['--no-auth', '-y', 'my-long-model-context-server-v2@1.2.3', '/srv/a b'], ['--no-auth', '-y', 'my-long-model-context-server-v2@1.2.3', '/srv/a b']]
])('args %j', (args, expected) => {
  expect(compose({ one: { command: 'x', args } }).mcpServers).toEqual({ one: { command: 'x', args: expected } })
})

test.each([
  ['https://example.test/mcp', 'https://example.test/mcp'],
  ['https://example.test/mcp?key=abc&page=1', 'https://example.test/mcp?key=${ONE_URL_KEY}&page=1'],
  ['https://me:pw@example.test/', 'https://${ONE_URL_USERINFO}@example.test/'],
  ['https://example.test/s/0123456789abcdef0123456789abcdef/mcp', 'https://example.test/s/${ONE_URL_PATH}/mcp']
])('address %s', (url, expected) => {
  expect(compose({ one: { url } }).mcpServers).toEqual({ one: { type: 'http', url: expected } })
})

test('a secret is in no other place either', () => {
  const { text, servers } = compose({ one: { command: 'x', args: ['--db', 'a-hunter2-hunter2-b'], env: { KEY: 'hunter2-hunter2' } } })
  expect(text).not.toContain('hunter2')
  expect(text).toContain('"a-${KEY}-b"')
  expect(servers[0]).toMatchObject({ variables: ['KEY'], replaced: ['KEY'] })
})

test('two secrets never share a variable, nor take one that means something else', () => {
  const { mcpServers } = compose(
    {
      one: { command: 'x', env: { KEY: 'first', HOST_KEY: 'set', SAME_KEY: 'same' } },
      'two-b': { command: 'x', env: { KEY: 'second', OTHER_KEY: '${USED_KEY}', SAME_KEY: 'same' } },
      three: { command: 'x', env: { USED_KEY: 'third' } }
    },
    { env: { HOST_KEY: 'something else' } }
  )
  expect(mcpServers).toMatchObject({
    one: { env: { KEY: '${KEY}', HOST_KEY: '${ONE_HOST_KEY}', SAME_KEY: '${SAME_KEY}' } },
    'two-b': { env: { KEY: '${TWO_B_KEY}', OTHER_KEY: '${USED_KEY}', SAME_KEY: '${SAME_KEY}' } },
    three: { env: { USED_KEY: '${THREE_USED_KEY}' } }
  })
})

test('what only the old file knows is filled in', () => {
  const entry = { type: 'stdio', command: '${workspaceFolder}/run', args: ['${userHome}'], cwd: 'sub' }
  const given = { file: '/h/p/.vscode/mcp.json', env: { HOME: '/h' }, output: '/elsewhere/own.json' }
  expect(compose({ one: entry, two: { command: 'x' } }, given).mcpServers).toEqual({
    one: { command: '/h/p/run', args: ['/h'], cwd: '/h/p/sub' },
    two: { command: 'x', cwd: '/h/p' }
  })
})

test('Gemini CLI spells variables without braces', () => {
  const entry = { httpUrl: 'https://example.test/$WHERE', headers: { Authorization: 'Bearer $TOKEN' }, trust: true, timeout: 5 }
  const { mcpServers, servers } = compose({ one: entry }, { file: '/h/.gemini/settings.json' })
  expect(mcpServers).toEqual({ one: { type: 'http', url: 'https://example.test/${WHERE}', headers: { Authorization: 'Bearer ${TOKEN}' } } })
  expect(servers[0]).toMatchObject({ variables: ['TOKEN', 'WHERE'], replaced: [], dropped: ['trust', 'timeout'] })
})
