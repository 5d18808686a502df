// Whoever aborts a prompt or a task ends the calls that are under way, on the wire too: over HTTP in the modern era by
// dropping the response, everywhere else by the notification of the protocol.
import { createSession, toolPolicy } from '@b10x/harness-mcp'
import type { ModelPort } from '@b10x/harness-mcp'
import { expectCode, LEGACY, MODERN } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { startSilentServer } from './__fixtures__/silent-server.ts'

const model: ModelPort = { respond: async () => ({ text: '', toolCalls: [{ id: '1', name: 's_t', arguments: {} }] }) }

describe.each([
  ['http', MODERN, 'response closed'],
  ['http', LEGACY, 'notifications/cancelled'],
  ['sse', LEGACY, 'notifications/cancelled'],
  ['stdio', MODERN, 'notifications/cancelled'],
  ['stdio', LEGACY, 'notifications/cancelled']
] as const)('over %s, %s', (transport, revisions, seen) => {
  it.each(['prompt', 'task'] as const)('the abort of a %s reaches the server', async (kind) => {
    await using server = await startSilentServer(transport, revisions)
    const session = createSession({ model, tools: server.tools, toolPolicy: toolPolicy({ allow: ['s_t'] }) })
    const user = new AbortController()
    const running = session[kind]('Go', { signal: user.signal })
    await server.called()
    user.abort()
    await expectCode(running, 'cancelled')
    expect(await server.aborted()).toBe(seen)
  })
})
