// The contract of a project over MCP: read-only, in both eras, over both transports, and nothing outside the project.
import { createHash } from 'node:crypto'
import { cpSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { connect } from '@b10x/mcp-foundation'
import type { JsonObject, McpClient } from '@b10x/mcp-foundation'
import { httpTransport } from '@b10x/mcp-foundation/http'
import { stdioTransport } from '@b10x/mcp-foundation/stdio'
import { staticTokenAuthenticator } from '@b10x/tool-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { HONEST } from '../__fixtures__/probe-files.ts'
import { scratchRepository } from '../__fixtures__/scratch-repository.ts'
import { PROBE_RULES } from '../probe/probe-rules.ts'
import { startGovernanceServer } from './serve-governance.ts'
import type { GovernanceServer } from './serve-governance.ts'
import { SERVED_TOOLS } from './served-tools.ts'

vi.setConfig({ testTimeout: 60_000 })

const BIN = fileURLToPath(new URL('../bin.ts', import.meta.url))

let base: string
let root: string
let server: GovernanceServer
beforeAll(async () => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), 'b10x-serve-')))
  root = path.join(base, 'project')
  cpSync(HONEST, root, { recursive: true })
  writeFileSync(path.join(base, 'secret.md'), 'secret')
  rmSync(path.join(root, 'docs/mcp/transport-and-auth.md'))
  symlinkSync('../../../secret.md', path.join(root, 'docs/mcp/transport-and-auth.md'))
})
afterAll(() => rmSync(base, { recursive: true }))

/** The state of the project, byte by byte. */
function digest(): string {
  const hash = createHash('sha256')
  for (const file of globSync('**/*', { cwd: HONEST, withFileTypes: false }).toSorted()) hash.update(file)
  for (const entry of globSync('**/*.{md,yaml}', { cwd: root }).toSorted()) hash.update(entry).update(readFileSync(path.join(root, entry)))
  return hash.digest('hex')
}

async function answerOf(client: McpClient, tool: string, args: JsonObject = {}): Promise<Readonly<Record<string, unknown>>> {
  const outcome = await client.callTool(tool, args)
  if (outcome.kind !== 'complete') throw new Error(outcome.kind)
  expect([outcome.isError, outcome.outputSchemaViolation]).toEqual([false, undefined])
  return outcome.structuredContent as Readonly<Record<string, unknown>>
}

describe('a folder with a link that leads out', () => {
  it('is not served: what was promised cannot be read', async () => {
    await expect(startGovernanceServer({ root })).rejects.toMatchObject({ code: 'document_unreadable', details: { reason: 'outside_root' } })
    rmSync(path.join(root, 'docs/mcp/transport-and-auth.md'))
    cpSync(path.join(HONEST, 'docs/mcp/transport-and-auth.md'), path.join(root, 'docs/mcp/transport-and-auth.md'))
    await expect(startGovernanceServer({ root: path.join(base, 'nowhere') })).rejects.toMatchObject({ code: 'document_unreadable' })
  })
})

describe.each(['2026-07-28', '2025-11-25'])('%s', (protocolVersion) => {
  describe.each(['http', 'stdio'] as const)('over %s', (over) => {
    let client: McpClient
    beforeAll(async () => {
      if (over === 'http') server = await startGovernanceServer({ root, today: () => '2026-12-01' })
      const transport = over === 'http' ? httpTransport(server.url) : stdioTransport({ command: process.execPath, args: ['-C', '@b10x/source', BIN, 'serve', '--root', root] })
      client = await connect(transport, { protocolVersion })
    })
    afterAll(async () => {
      await client.close()
      if (over === 'http') await server.close()
    })

    it('lists tools that only read, with output schemas', async () => {
      const { tools } = await client.freeze()
      expect(tools.map(({ name, status }) => [name, status])).toEqual(SERVED_TOOLS.map(({ name }) => name).toSorted().map((name) => [name, 'usable']))
      for (const { descriptor } of tools) {
        const { annotations, outputSchema } = descriptor as { annotations: object; outputSchema: object }
        expect([annotations, typeof outputSchema]).toEqual([{ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }, 'object'])
      }
    })

    it('answers each of them, and changes nothing', async () => {
      const before = digest()
      expect(await answerOf(client, 'tier_of', { tool: 'publish_note' })).toMatchObject({ registered: true, tier: 3, atLeast: 3 })
      expect(await answerOf(client, 'evaluate_tool_call', { tool: 'publish_note' })).toMatchObject({ tier: 3, decision: 'approval' })
      expect(await answerOf(client, 'evaluate_tool_call', { tool: 'search_notes' })).toMatchObject({ tier: 0, decision: 'allow' })
      expect(await answerOf(client, 'evaluate_tool_call', { tool: 'nobody' })).toMatchObject({ tier: null, decision: 'deny' })
      expect(await answerOf(client, 'check_project')).toMatchObject({ stopped: false, findings: [], modes: ['producer'] })
      expect(await answerOf(client, 'check_change', { paths: ['docs/mcp/tool-registry.md', 'README.md'] })).toMatchObject({ companions: [{ triggeredBy: ['docs/mcp/tool-registry.md'], satisfied: false }], report: null })
      expect(((await answerOf(client, 'list_rules'))['rules'] as unknown[]).length).toBeGreaterThan(80 + PROBE_RULES.length - 10)
      expect(await answerOf(client, 'explain_rule', { rule: 'GOV-STOP-001' })).toMatchObject({ id: 'GOV-STOP-001', stop: true })
      expect(digest()).toBe(before)
    })

    it('says what it refuses by its code alone', async () => {
      for (const [tool, args, code] of [['explain_rule', { rule: 'GOV-NOTHING-001' }, 'usage_invalid'], ['check_change', { paths: [], base: 'HEAD' }, 'repository_unreadable']] as const) {
        const outcome = await client.callTool(tool, args)
        expect(outcome).toMatchObject({ kind: 'complete', isError: true })
        expect(JSON.stringify(outcome.result)).toContain(code)
      }
    })

    it.each([{ base: '--output=/tmp/x' }, { base: 'a b' }, { base: '' }, { paths: 'x' }])('%j is no change', async (args) => {
      await expect(client.callTool('check_change', { paths: [], ...args })).rejects.toMatchObject({ code: 'arguments_invalid' })
    })
  })
})

describe('resources and the prompt', () => {
  let modern: ModernClient
  let legacy: LegacyClient
  beforeAll(async () => {
    server = await startGovernanceServer({ root })
    modern = new ModernClient({ name: 'm', version: '1' })
    await modern.connect(new ModernHttp(new URL(server.url)))
    legacy = new LegacyClient({ name: 'l', version: '1' })
    await legacy.connect(new LegacyHttp(new URL(server.url)) as never)
  })
  afterAll(async () => {
    await modern.close()
    await legacy.close()
    await server.close()
  })

  it('are the documents of the project, for both clients', async () => {
    for (const client of [modern, legacy]) {
      const { resources } = await client.listResources()
      expect(resources.map(({ uri }) => uri)).toContain('governance://project/docs/mcp/tool-registry.md')
      expect(resources.length).toBe(7)
      for (const { uri } of resources) {
        const { contents } = await client.readResource({ uri })
        expect((contents[0] as { text: string }).text).toBe(readFileSync(path.join(root, uri.slice('governance://project/'.length)), 'utf8'))
      }
    }
  })

  it.each([
    'governance://project/README.md', 'governance://project/../secret.md', 'governance://project/docs/mcp/../../../secret.md', 'governance://project/%2e%2e/secret.md', 'governance://project//etc/passwd',
    'governance://project/docs/mcp/Tool-Registry.md', 'governance://PROJECT/docs/mcp/tool-registry.md', 'governance://project/docs/mcp/tool-registry.md%00', 'governance://project/docs%2fmcp%2ftool-registry.md',
    'file:///etc/passwd', 'file://secret.md', ''
  ])('no other address is one: %j', async (uri) => {
    for (const client of [modern, legacy]) {
      const read = await client.readResource({ uri }).then(({ contents }) => contents, () => [])
      // An address that the URL Standard writes as one of the documents is that document.
      const isDocument = read.every((content) => (content as { text: string }).text === readFileSync(path.join(root, 'docs/mcp/tool-registry.md'), 'utf8'))
      expect([JSON.stringify(read).includes('secret'), JSON.stringify(read).includes('root:'), isDocument]).toEqual([false, false, true])
    }
  })

  it('the prompt says which companions are missing', async () => {
    for (const client of [modern, legacy]) {
      const { messages } = await client.getPrompt({ name: 'check_companions', arguments: { paths: 'docs/mcp/tool-registry.md\n' } })
      const [{ content } = { content: { text: '' } }] = messages as readonly { content: { text: string } }[]
      expect(content.text).toContain('"satisfied": false')
    }
  })
})

describe('who comes in over HTTP', () => {
  const token = 'a-token-of-the-test'
  const ask = (url: string, headers: Record<string, string> = {}): Promise<number> =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }).then(({ status }) => status)

  it('whoever has the token, from here', async () => {
    const guarded = await startGovernanceServer({ root, authenticate: staticTokenAuthenticator({ [token]: { subject: 'a', scopes: [] } }) })
    try {
      const authorization = `Bearer ${token}`
      expect([await ask(guarded.url), await ask(guarded.url, { authorization: 'Bearer another-token-0123' }), await ask(guarded.url, { authorization, origin: 'https://foreign.example' }), await ask(guarded.url, { authorization })]).toEqual([401, 401, 403, 200])
    } finally {
      await guarded.close()
    }
  })
})

it('an older client over stdio', async () => {
  const client = new LegacyClient({ name: 'l', version: '1' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: ['-C', '@b10x/source', BIN, 'serve', '--root', root] }) as never)
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('tier_of')
  await client.close()
})

it('a change since a base is checked in the history', async () => {
  using repo = scratchRepository()
  cpSync(HONEST, repo.root, { recursive: true })
  const first = repo.commit()
  repo.write('docs/mcp/tool-registry.md', readFileSync(path.join(repo.root, 'docs/mcp/tool-registry.md'), 'utf8').replace('Finds notes by words', 'Finds notes'))
  repo.commit()
  const objects = repo.git('count-objects')
  const here = await startGovernanceServer({ root: repo.root })
  const client = await connect(httpTransport(here.url))
  try {
    const { report } = await answerOf(client, 'check_change', { paths: [], base: first })
    expect((report as { findings: { ruleId: string }[] }).findings.map(({ ruleId }) => ruleId)).toContain('GOV-COMPANION-003')
    expect([repo.git('status', '--short'), repo.git('count-objects')]).toEqual(['', objects])
  } finally {
    await client.close()
    await here.close()
  }
})

describe('what serving can reach', () => {
  it('no function that writes a file, and git alone for processes', () => {
    const { files, imported } = reach(fileURLToPath(new URL('./serve-governance.ts', import.meta.url)))
    expect(files.size).toBeGreaterThan(10)
    expect(imported.filter(([, module, names]) => module.startsWith('node:fs') && /\b(?:write|append|create|mkdir|rm|unlink|rename|copy|cp|chmod|truncate|open[^S]|symlink|link)\w*/.test(names))).toEqual([])
    expect(imported.filter(([, module]) => /child_process|worker_threads|cluster|node:net|node:http/.test(module)).map(([file]) => path.basename(file))).toEqual(['run-git.ts'])
  })

  it('as opposed to what begins documents', () => {
    const { imported } = reach(fileURLToPath(new URL('../verbs/init-documents.ts', import.meta.url)))
    expect(imported.some(([, module, names]) => module === 'node:fs' && names.includes('writeFileSync'))).toBe(true)
  })
})

/** The files of this package that a file imports, at once or later, and what they import from elsewhere. */
function reach(entry: string): { readonly files: ReadonlySet<string>; readonly imported: readonly (readonly [file: string, module: string, names: string])[] } {
  const files = new Set<string>()
  const imported: [string, string, string][] = []
  const visit = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, type, names = '', module = ''] of text.matchAll(/^import (type )?([^'\n]*?)(?: from )?'([^']+)'/gm)) {
      if (type !== undefined) continue
      if (module.startsWith('.')) visit(path.resolve(path.dirname(file), module))
      else imported.push([file, module, names])
    }
    for (const [, module = ''] of text.matchAll(/import\('([^']+)'\)/g)) if (module.startsWith('.')) visit(path.resolve(path.dirname(file), module))
  }
  visit(entry)
  return { files, imported }
}
