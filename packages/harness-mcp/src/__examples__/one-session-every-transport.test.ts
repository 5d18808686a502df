// The same session over a local program, Streamable HTTP and HTTP+SSE: the same policy, the same approvals, the same rows.
import { connectMcpServer, createMcpTools, createStdioMcpClient } from '@b10x/harness-mcp'
import { expect, it, vi } from 'vitest'
import { EVERYTHING, startEverything } from '../__fixtures__/reference-servers.ts'
import { holdSession } from './__fixtures__/one-session.ts'
import type { SessionRecord } from './__fixtures__/one-session.ts'

// Real servers on a busy machine; nothing here waits for time to pass.
vi.setConfig({ testTimeout: 90_000 })

async function overStdio(): Promise<SessionRecord> {
  const client = createStdioMcpClient({ command: 'node', args: [EVERYTHING, 'stdio'] })
  const tools = await createMcpTools(client, { prefix: 'everything' })
  const record = await holdSession(tools)
  await client.close()
  return record
}

async function overHttp(): Promise<SessionRecord> {
  await using server = await startEverything('streamableHttp')
  const connection = await connectMcpServer('everything', { url: server.url })
  const record = await holdSession(connection.tools)
  await connection.close()
  return record
}

async function overSse(): Promise<SessionRecord> {
  await using server = await startEverything('sse')
  const connection = await connectMcpServer('everything', { url: server.url, transport: 'sse' })
  const record = await holdSession(connection.tools)
  await connection.close()
  return record
}

/** Times and identifiers aside. */
const comparable = ({ rows, ...record }: SessionRecord): unknown => ({
  ...record,
  rows: rows.map((row) => ({ ...row, at: 'at', runId: 'run', ...('approvalId' in row ? { approvalId: 'approval' } : {}) }))
})

it('is the same session over stdio, HTTP and SSE', async () => {
  const record = await overStdio()

  expect(record.calls.map(({ name, refusal }) => `${name} ${refusal}`)).toEqual([
    'everything_echo null',
    'everything_get-sum null',
    'everything_get-sum approval_denied',
    'everything_get-env policy_denied',
    'everything_echo arguments_invalid',
    'everything_nothing tool_not_published'
  ])
  expect(record.asked).toEqual([['everything_get-sum', { a: 2, b: 40 }], ['everything_get-sum', { a: 2, b: 41 }]])
  expect(record.rows.map((row) => ('code' in row ? `${row.event} ${row.code}` : row.event))).toEqual([
    'call_attempted', 'call_completed',
    'call_attempted', 'call_completed',
    'call_refused approval_denied',
    'call_refused policy_denied',
    'call_refused arguments_invalid',
    'call_refused tool_not_published'
  ])
  expect(record.rows.every((row) => row.actor === 'user:alice')).toBe(true)
  expect(new Set(record.rows.map(({ runId }) => runId)).size).toBe(1)

  expect(comparable(await overHttp())).toEqual(comparable(record))
  expect(comparable(await overSse())).toEqual(comparable(record))
})
