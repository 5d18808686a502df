import { firstTextLength, type Load, type MakePeer, type Session, type Target } from './session.ts'

interface Client {
  listTools(options: object): Promise<{ readonly tools: readonly unknown[]; readonly nextCursor?: string }>
  callTool(call: object): Promise<unknown>
  close(): Promise<void>
}

interface Stdio {
  readonly Experimental_StdioMCPTransport: new (options: object) => unknown
}

export const aiSdk: MakePeer = (load) => async (target): Promise<Session> => {
  const { createMCPClient } = (await load('@ai-sdk/mcp')) as { readonly createMCPClient: (options: object) => Promise<Client> }
  const client = await createMCPClient({ transport: await transportTo(target, load) })
  return {
    async list() {
      let count = 0
      for (let params: object | undefined = {}; params !== undefined; ) {
        const page: Awaited<ReturnType<Client['listTools']>> = await client.listTools({ params })
        count += page.tools.length
        params = page.nextCursor === undefined ? undefined : { cursor: page.nextCursor }
      }
      return count
    },
    call: async (name, args) => firstTextLength(await client.callTool({ name, arguments: args })),
    close: () => client.close()
  }
}

async function transportTo(target: Target, load: Load): Promise<unknown> {
  if (target.kind === 'http') return { type: 'http', url: target.url }
  const { Experimental_StdioMCPTransport } = (await load('@ai-sdk/mcp/mcp-stdio')) as Stdio
  return new Experimental_StdioMCPTransport({ command: process.execPath, args: target.args })
}
