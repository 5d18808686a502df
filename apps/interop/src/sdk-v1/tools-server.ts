import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { AbortCount } from '../peers/abort-count.ts'
import { countTo, holdUntilAborted, integerAsWritten, UNSAFE_INTEGER } from '../peers/tool-work.ts'

/** The tools that every peer has, written as users of the 1.x SDK write them. */
export function createToolsServer(aborts: AbortCount): McpServer {
  const server = new McpServer({ name: 'sdk-v1-peer', version: '1.32.2' }, { instructions: 'Ask for one sum at a time.' })

  server.registerTool(
    'greet',
    { title: 'Greeting', description: 'Greets by name.', inputSchema: { name: z.string() }, annotations: { readOnlyHint: true } },
    ({ name }) => ({ content: [{ type: 'text', text: `Hello, ${name}.` }] })
  )
  server.registerTool(
    'add',
    { description: 'Adds two numbers.', inputSchema: { a: z.number(), b: z.number() }, outputSchema: { sum: z.number() } },
    ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }], structuredContent: { sum: a + b } })
  )
  server.registerTool('refuse', { description: 'Says that it failed.' }, () => ({
    isError: true,
    content: [{ type: 'text', text: 'Refused.' }]
  }))
  // No output schema: the validator of the SDK would take the written number for an object.
  server.registerTool('unsafe_integer', { description: 'Answers an integer beyond 2^53.' }, () => ({
    content: [{ type: 'text', text: UNSAFE_INTEGER }],
    structuredContent: { value: integerAsWritten(UNSAFE_INTEGER) }
  }))
  server.registerTool('pid', { description: 'The process of the server.', outputSchema: { pid: z.number() } }, () => ({
    content: [],
    structuredContent: { pid: process.pid }
  }))
  server.registerTool('count', { description: 'Counts with progress.', inputSchema: { steps: z.number() } }, async ({ steps }, extra) => {
    const text = await countTo(steps, (step) => report(extra, step, steps))
    return { content: [{ type: 'text', text }] }
  })
  server.registerTool('hold', { description: 'Runs until it is cancelled.' }, async (extra) => {
    await holdUntilAborted(extra.signal, aborts, (step) => report(extra, step, 2))
    return { content: [{ type: 'text', text: 'Aborted.' }] }
  })
  server.registerTool(
    'aborts',
    { description: 'Waits for an aborted handler.', outputSchema: { aborts: z.number() } },
    async () => ({ content: [], structuredContent: { aborts: await aborts.atLeastOne() } })
  )
  return server
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

async function report({ _meta, sendNotification }: Extra, progress: number, total: number): Promise<void> {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return
  await sendNotification({ method: 'notifications/progress', params: { progressToken, progress, total, message: `Step ${progress}` } })
}
