// A program that uses a server, aborts a call that nobody answers, closes; does the same again; and says what is left in it
// that was not there after the first time. (The first local server of a program gets it one watchdog, for all of them.) It
// ends by itself, or the test that runs it waits for ever.
import { connectMcpServer, createMcpTools, createScriptedModel, createSession, createStdioMcpClient, toolPolicy } from '@b10x/harness-mcp'
import type { AdmittedTools } from '@b10x/harness-mcp'

const [transport = '', endpoint = '', ...args] = process.argv.slice(2)
const first = await useAndClose()
const before = process.getActiveResourcesInfo()
const second = await useAndClose()
const left = process.getActiveResourcesInfo()
for (const name of before) left.splice(left.indexOf(name), left.includes(name) ? 1 : 0)
process.stdout.write(JSON.stringify({ first, second, left }))

async function useAndClose(): Promise<readonly unknown[]> {
  const { tools, close } = await open()
  const model = createScriptedModel([{ call: { tool: 's_t' } }, { say: 'done' }, { call: { tool: 's_silent' } }])
  const session = createSession({ model, tools, toolPolicy: toolPolicy({ allow: ['*'] }) })
  const { calls } = await session.prompt('Go')
  const code = await session.prompt('Go on', { signal: AbortSignal.timeout(200) }).then(
    () => 'no refusal',
    (error: { readonly code: string }) => error.code
  )
  await close()
  return [calls[0]?.refusal, code]
}

async function open(): Promise<{ readonly tools: AdmittedTools; close(): Promise<void> }> {
  if (transport !== 'stdio') return connectMcpServer('s', { url: endpoint, transport: transport === 'sse' ? 'sse' : 'streamable-http' })
  const client = createStdioMcpClient({ command: endpoint, args })
  return { tools: await createMcpTools(client, { prefix: 's' }), close: () => client.close() }
}
