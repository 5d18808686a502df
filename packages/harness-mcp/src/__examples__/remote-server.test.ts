// Mount the tools of a remote server in a session. What is allowed and denied is decided here, before a model sees
// anything, and the credential stays in the transport.
import { connectMcpServer, createScriptedModel, createSession, toolPolicy } from '@b10x/harness-mcp'
import type { ModelPort, ModelRequest } from '@b10x/harness-mcp'
import { startHttpServer, startSseServer, tool } from '@b10x/testkit'
import { expect, it, vi } from 'vitest'

const CATALOG = { tools: ['get_project', 'list_projects', 'search_code', 'delete_project', 'get_delete_log', 'merge'].map((name) => tool(name)) }

it('a remote server over Streamable HTTP', async () => {
  await using server = await startHttpServer(CATALOG)
  vi.stubEnv('GITHUB_MCP_URL', server.url)
  vi.stubEnv('GITHUB_TOKEN', 'ghp_0123456789abcdef')

  const github = await connectMcpServer('github', {
    url: process.env['GITHUB_MCP_URL'] ?? '',
    headers: {
      authorization: `Bearer ${process.env['GITHUB_TOKEN']}`
    },
    allowTools: ['get_*', 'list_*', 'search_*'],
    denyTools: ['*delete*']
  })

  // Nobody said what these tools do, so they are called because a rule names them.
  const model = watch(createScriptedModel([{ call: { tool: 'github_get_project', arguments: { id: 'FAB-123' } } }, { say: 'It is about fabric.' }]))
  const session = createSession({ model, toolPolicy: toolPolicy({ allow: ['github_get_*'] }) })

  const { text } = await session.prompt('Look up project FAB-123', {
    tools: github.tools
  })

  await github.close()

  expect(text).toBe('It is about fabric.')
  // The model saw three tools of six; an allowed name that is also denied is denied.
  expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['github_get_project', 'github_list_projects', 'github_search_code'])
  expect(github.tools.leftOut.map(({ remoteName, reason }) => `${remoteName} ${reason}`).toSorted()).toEqual(['delete_project denied', 'get_delete_log denied', 'merge not_allowed'])
  // The server got the raw name, the arguments and the token. The model never saw the token.
  const [call] = server.requests.filter(({ message }) => message?.method === 'tools/call')
  expect(call?.headers['authorization']).toBe('Bearer ghp_0123456789abcdef')
  expect(call?.json).toMatchObject({ params: { name: 'get_project', arguments: { id: 'FAB-123' } } })
  expect(JSON.stringify(model.requests)).not.toContain('ghp_0123456789abcdef')
})

it('a server that still speaks HTTP+SSE', async () => {
  await using server = await startSseServer(CATALOG)
  const github = await connectMcpServer('github', { url: server.url, transport: 'sse', allowTools: ['get_project'], effects: { 'get_*': 'read' } })

  // Here the host says what the tools do: reading is allowed where no rule says otherwise.
  const model = createScriptedModel([{ call: { tool: 'github_get_project' } }, { say: 'done', expect: { refused: false } }])
  await createSession({ model, tools: github.tools }).prompt('Look up project FAB-123')
  await github.close()

  expect(server.count('tools/call')).toBe(1)
})

it('an empty list of allowed tools admits none', async () => {
  await using server = await startHttpServer(CATALOG)
  const github = await connectMcpServer('github', { url: server.url, allowTools: [] })
  const model = watch(createScriptedModel([{ call: { tool: 'github_get_project' } }, { say: 'I cannot.', expect: { refused: 'tool_not_published' } }]))
  await createSession({ model }).prompt('Look up project FAB-123', { tools: github.tools })
  await github.close()
  expect(model.requests[0]?.tools).toEqual([])
  expect(server.count('tools/call')).toBe(0)
})

function watch(model: ModelPort): ModelPort & { readonly requests: readonly ModelRequest[] } {
  const requests: ModelRequest[] = []
  return { requests, respond: (request) => (requests.push(request), model.respond(request)) }
}
