/** Reviewed runs on the reference servers of the protocol project, really started. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { JsonObject, McpTransport } from '@b10x/mcp-foundation'
import { httpTransport } from '@b10x/mcp-foundation/http'
import { sseTransport } from '@b10x/mcp-foundation/sse'
import { stdioTransport } from '@b10x/mcp-foundation/stdio'
import { expectCode } from '@b10x/testkit'
import { expect, test, vi } from 'vitest'
import { EVERYTHING, FILESYSTEM, startEverything } from '../__fixtures__/reference-servers.ts'
import { createMemoryApprovals } from '../approvals/create-memory-approvals.ts'
import { createMemoryAudit } from '../evidence/create-memory-audit.ts'
import { mapped, writeProfileFolder } from './__fixtures__/profile-folder.ts'
import { loadRunProfile } from './load-run-profile.ts'
import { prepareRun } from './prepare-run.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

interface Seen {
  readonly tools: string
  readonly text: string
  readonly rows: readonly string[]
}

/** One run of one profile: what a model was shown, what it got, what was written about it. */
async function seenOver(transport: McpTransport, connection: JsonObject): Promise<Seen> {
  const tools = [mapped('echo', { name: 'say_again', parameters: { message: 'What to say.' } })]
  await using folder = await writeProfileFolder(transport, connection, tools)
  const audit = createMemoryAudit()
  await using run = await prepareRun(await loadRunProfile(folder.file), { audit, actor: 'user:alice' })
  const { content } = await run.tools.callTool('say_again', { message: 'hello' })
  await expectCode(run.tools.callTool('say_again', { message: 7 }), 'arguments_invalid')
  await expectCode(run.tools.callTool('echo', { message: 'hello' }), 'tool_not_published')
  await run.close()
  return { tools: JSON.stringify(run.tools.tools), text: JSON.stringify(content), rows: audit.rows.map((row) => `${row.event} ${'code' in row ? row.code : ''}`) }
}

test('server-everything: the same profile over stdio, HTTP and HTTP+SSE is the same run', async () => {
  const command = [process.execPath, EVERYTHING, 'stdio']
  const overStdio = await seenOver(stdioTransport({ command: process.execPath, args: command.slice(1) }), { transport: 'stdio', command })
  await using http = await startEverything('streamableHttp')
  const overHttp = await seenOver(httpTransport(http.url), { transport: 'streamable-http', url: http.url })
  await using sse = await startEverything('sse')
  const overSse = await seenOver(sseTransport(sse.url), { transport: 'sse', url: sse.url })
  expect(overStdio.text).toContain('hello')
  expect(overStdio.rows).toEqual(['run_prepared ', 'call_attempted ', 'call_completed ', 'call_refused arguments_invalid', 'call_refused tool_not_published', 'run_closed '])
  expect(overHttp).toEqual(overStdio)
  expect(overSse).toEqual(overStdio)
})

test('server-filesystem: reading is allowed, writing needs an approval for exactly these arguments', async () => {
  const data = await mkdtemp(path.join(tmpdir(), 'b10x-data-'))
  try {
    await writeFile(path.join(data, 'a.txt'), 'text of a')
    const command = [process.execPath, FILESYSTEM, data]
    const tools = [mapped('read_text_file', { name: 'read_file' }), mapped('write_file', { effect: 'write', tier: { level: 2, rationale: 'One folder.' } })]
    const transport = stdioTransport({ command: process.execPath, args: command.slice(1) })
    await using folder = await writeProfileFolder(transport, { transport: 'stdio', command }, tools)
    const approvals = createMemoryApprovals()
    await using run = await prepareRun(await loadRunProfile(folder.file), { approvals, actor: 'agent:a' })
    expect(run.evidence.endpoint).toContain('@modelcontextprotocol/server-filesystem@2026.8.31')
    expect(JSON.stringify((await run.tools.callTool('read_file', { path: path.join(data, 'a.txt') })).content)).toContain('text of a')

    const args = { path: path.join(data, 'b.txt'), content: 'text of b' }
    await expectCode(run.tools.callTool('write_file', args), 'approval_required')
    approvals.approve(approvals.pending()[0]?.id ?? '', 'user:bob')
    await expectCode(run.tools.callTool('write_file', { ...args, content: 'other' }), 'approval_required')
    await run.tools.callTool('write_file', args)
    expect(await readFile(path.join(data, 'b.txt'), 'utf8')).toBe('text of b')
    await expectCode(run.tools.callTool('write_file', args), 'approval_required')
  } finally {
    await rm(data, { recursive: true })
  }
})
