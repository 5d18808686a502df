import { McpServer } from '@modelcontextprotocol/server'
import type { ServerContext, ServerOptions } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { AbortCount } from '../peers/abort-count.ts'
import { countTo, holdUntilAborted, integerAsWritten, UNSAFE_INTEGER } from '../peers/tool-work.ts'

/**
 * The tools that every peer has, written as users of the 2.x SDK write them. One instance per request or connection.
 * @param options such as `supportedProtocolVersions`
 */
export function createToolsServer(aborts: AbortCount, options: ServerOptions = {}): McpServer {
  const server = new McpServer({ name: 'sdk-v2-peer', version: '2.4.0' }, { instructions: 'Ask for one sum at a time.', ...options })

  server.registerTool(
    'greet',
    {
      title: 'Greeting',
      description: 'Greets by name.',
      inputSchema: z.object({ name: z.string() }),
      annotations: { readOnlyHint: true }
    },
    ({ name }) => ({ content: [{ type: 'text', text: `Hello, ${name}.` }] })
  )
  server.registerTool(
    'add',
    {
      description: 'Adds two numbers.',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      outputSchema: z.object({ sum: z.number() })
    },
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
  server.registerTool('pid', { description: 'The process of the server.', outputSchema: z.object({ pid: z.number() }) }, () => ({
    content: [],
    structuredContent: { pid: process.pid }
  }))
  server.registerTool(
    'count',
    { description: 'Counts with progress.', inputSchema: z.object({ steps: z.number() }) },
    async ({ steps }, context) => {
      const text = await countTo(steps, (step) => report(context, step, steps))
      return { content: [{ type: 'text', text }] }
    }
  )
  server.registerTool('hold', { description: 'Runs until it is cancelled.' }, async (context) => {
    await holdUntilAborted(context.mcpReq.signal, aborts, (step) => report(context, step, 2))
    return { content: [{ type: 'text', text: 'Aborted.' }] }
  })
  server.registerTool(
    'aborts',
    { description: 'Waits for an aborted handler.', outputSchema: z.object({ aborts: z.number() }) },
    async () => ({ content: [], structuredContent: { aborts: await aborts.atLeastOne() } })
  )
  return server
}

async function report({ mcpReq }: ServerContext, progress: number, total: number): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return
  await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total, message: `Step ${progress}` } })
}
