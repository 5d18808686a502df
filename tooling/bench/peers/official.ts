// The official clients: the older package, and the newer one in either era.
import { firstTextLength, type Load, type MakePeer, type Session, type Target } from './session.ts'

interface Client {
  connect(transport: unknown): Promise<void>
  listTools(params?: object, options?: object): Promise<{ readonly tools: readonly unknown[]; readonly nextCursor?: string }>
  callTool(call: object): Promise<unknown>
  close(): Promise<void>
}
type MakeClient = new (info: object, options: object) => Client
interface Transports {
  readonly http: new (url: URL) => unknown
  readonly stdio: new (options: { readonly command: string; readonly args: readonly string[] }) => unknown
}

const INFO = { name: 'bench', version: '1.0.0' }

export const sdk1: MakePeer = (load) => async (target): Promise<Session> => {
  const { Client } = (await load('@modelcontextprotocol/sdk/client/index.js')) as { readonly Client: MakeClient }
  const client = new Client(INFO, {})
  await client.connect(await olderTransport(target, load))
  return sessionOf(client, async () => {
    let count = 0
    for (let params: object | undefined = {}; params !== undefined; ) {
      const page: Awaited<ReturnType<Client['listTools']>> = await client.listTools(params)
      count += page.tools.length
      params = page.nextCursor === undefined ? undefined : { cursor: page.nextCursor }
    }
    return count
  })
}

export function sdk2(mode: 'legacy' | { readonly pin: string }): MakePeer {
  return (load) => async (target): Promise<Session> => {
    const { Client, StreamableHTTPClientTransport } = (await load('@modelcontextprotocol/client')) as {
      readonly Client: MakeClient
      readonly StreamableHTTPClientTransport: Transports['http']
    }
    const client = new Client(INFO, { versionNegotiation: { mode } })
    await client.connect(target.kind === 'http' ? new StreamableHTTPClientTransport(new URL(target.url)) : await newerStdio(target, load))
    // Walks all pages itself. Asked anew each time, as the others are.
    return sessionOf(client, async () => (await client.listTools(undefined, { cacheMode: 'refresh' })).tools.length)
  }
}

async function olderTransport(target: Target, load: Load): Promise<unknown> {
  if (target.kind === 'http') {
    const module = await load('@modelcontextprotocol/sdk/client/streamableHttp.js')
    return new (module as { readonly StreamableHTTPClientTransport: Transports['http'] }).StreamableHTTPClientTransport(new URL(target.url))
  }
  const module = await load('@modelcontextprotocol/sdk/client/stdio.js')
  return new (module as { readonly StdioClientTransport: Transports['stdio'] }).StdioClientTransport(commandOf(target.args))
}

async function newerStdio(target: Target & { readonly kind: 'stdio' }, load: Load): Promise<unknown> {
  const module = await load('@modelcontextprotocol/client/stdio')
  return new (module as { readonly StdioClientTransport: Transports['stdio'] }).StdioClientTransport(commandOf(target.args))
}

function commandOf(args: readonly string[]): { readonly command: string; readonly args: readonly string[] } {
  return { command: process.execPath, args }
}

function sessionOf(client: Client, list: () => Promise<number>): Session {
  return {
    list,
    call: async (name, args) => firstTextLength(await client.callTool({ name, arguments: args })),
    close: () => client.close()
  }
}
