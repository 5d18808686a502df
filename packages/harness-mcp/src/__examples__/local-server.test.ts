// A program of this machine as a server: files of one folder, read-only because the host says so.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createMcpTools, createScriptedModel, createSession, createStdioMcpClient, toolPolicy } from '@b10x/harness-mcp'
import { expect, it, vi } from 'vitest'

// Real servers on a busy machine; nothing here waits for time to pass.
vi.setConfig({ testTimeout: 90_000 })

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))

it('server-filesystem over stdio', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'b10x-example-'))
  await writeFile(join(folder, 'notes.txt'), 'Water the plants on Tuesday.')
  const session = createSession({
    model: createScriptedModel([
      { call: { tool: 'workspace_read_text_file', arguments: { path: join(folder, 'notes.txt') } } },
      { call: { tool: 'workspace_read_text_file', arguments: { path: '/etc/passwd' } }, expect: { contains: 'Water the plants' } },
      { call: { tool: 'workspace_write_file', arguments: { path: join(folder, 'notes.txt'), content: '' } }, expect: { refused: false, contains: 'Access denied' } },
      { say: 'Plants, on Tuesday.', expect: { refused: 'policy_denied' } }
    ]),
    toolPolicy: toolPolicy({ deny: ['workspace_write_*', 'workspace_edit_*', 'workspace_move_*', 'workspace_create_*'] })
  })

  const client = createStdioMcpClient({
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-filesystem', folder],
    cwd: PACKAGE // where the program is installed, so that nothing is fetched
  })

  const tools = await createMcpTools(client, {
    prefix: 'workspace',
    effect: 'read',
    source: 'filesystem'
  })

  const { text, calls } = await session.prompt('Summarize the workspace', { tools })
  await client.close()

  expect(text).toBe('Plants, on Tuesday.')
  // Outside of the folder the server says no: a result that failed. Writing was refused here, and the server never knew.
  expect(calls.map(({ refusal, isError }) => refusal ?? (isError ? 'failed' : 'fine'))).toEqual(['fine', 'failed', 'policy_denied'])
  await rm(folder, { recursive: true })
})
