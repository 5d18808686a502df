// Servers that echo, each in its cheapest form: ours, both generations of the official SDK, and the limit.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { MadeTool } from './corpus.ts'

/** Imports a package of a folder outside this workspace. */
export type Load = (specifier: string) => Promise<unknown>

export type ServedName = 'ours' | 'raw' | 'sdk1' | 'sdk2'

/** Answers on its own; whoever calls it does not wait. */
type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

type MakeServed = (tools: readonly MadeTool[], load: Load) => Promise<Listener>

const INFO = { name: 'bench', version: '1.0.0' }
const META = '"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"bench","version":"1.0.0"}}'
/** More than any case sends. */
const NO_LIMIT = { maxCallsPerWindow: 1_000_000_000, maxInflight: 10_000 }

interface EchoCall {
  readonly params: { readonly arguments?: { readonly text?: string } }
}

const echo = (text: string): { readonly content: readonly object[] } => ({ content: [{ type: 'text', text }] })

/** node:http, one parse, one answer. It checks nothing. */
const raw: MakeServed = async () => (request, response) =>
  void readText(request).then((body) => {
    const { id, params } = JSON.parse(body) as EchoCall & { readonly id: number }
    const result = `{"content":[{"type":"text","text":${JSON.stringify(params.arguments?.text)}}],"resultType":"complete",${META}}`
    const text = `{"jsonrpc":"2.0","id":${id},"result":${result}}`
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
  })

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

const ours: MakeServed = async (tools, load) => {
  const { createToolServer } = (await load('@b10x/tool-server')) as {
    createToolServer(port: object, options: object): { readonly handleNode: Listener }
  }
  const port = {
    tools: tools.map((tool) => ({ ...tool, effect: 'read', prose: 'local', source: 'bench' })),
    callTool: async (tool: string, { text }: { readonly text: string }) => ({
      isError: false, ...echo(text), provenance: { source: 'bench', tool, trust: 'local' }, toModelText: () => text
    }),
    decide: async () => ({ decision: 'allow', policyVersion: '1' })
  }
  const server = createToolServer(port, { ...INFO, bounds: NO_LIMIT })
  return (request, response) => server.handleNode(request, response)
}

interface SdkServer {
  setRequestHandler(request: unknown, handle: (request: EchoCall) => unknown): void
  connect(transport: unknown): Promise<void>
}

type MakeSdkServer = new (info: object, options: object) => SdkServer

/** The low-level server, which is the cheaper one; one for every request, without sessions. */
const sdk1: MakeServed = async (tools, load) => {
  const { Server } = (await load('@modelcontextprotocol/sdk/server/index.js')) as { readonly Server: MakeSdkServer }
  const { StreamableHTTPServerTransport } = (await load('@modelcontextprotocol/sdk/server/streamableHttp.js')) as {
    readonly StreamableHTTPServerTransport: new (options: object) => { handleRequest: RequestListener; close(): Promise<void> }
  }
  const types = (await load('@modelcontextprotocol/sdk/types.js')) as Readonly<Record<'ListToolsRequestSchema' | 'CallToolRequestSchema', unknown>>
  return async (request, response) => {
    const server = createSdkServer(Server, types.ListToolsRequestSchema, types.CallToolRequestSchema, tools)
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    response.once('close', () => void transport.close())
    await server.connect(transport)
    transport.handleRequest(request, response)
  }
}

const sdk2: MakeServed = async (tools, load) => {
  const { Server, createMcpHandler } = (await load('@modelcontextprotocol/server')) as {
    readonly Server: MakeSdkServer
    createMcpHandler(create: () => SdkServer, options: object): object
  }
  const { toNodeHandler } = (await load('@modelcontextprotocol/node')) as { toNodeHandler(handler: object): RequestListener }
  const create = (): SdkServer => createSdkServer(Server, 'tools/list', 'tools/call', tools)
  return toNodeHandler(createMcpHandler(create, { legacy: 'stateless', responseMode: 'json' }))
}

function createSdkServer(Server: MakeSdkServer, list: unknown, call: unknown, tools: readonly MadeTool[]): SdkServer {
  const server = new Server(INFO, { capabilities: { tools: {} } })
  server.setRequestHandler(list, () => ({ tools }))
  server.setRequestHandler(call, ({ params }) => echo(String(params.arguments?.text)))
  return server
}

const SERVED: Readonly<Record<ServedName, MakeServed>> = { ours, raw, sdk1, sdk2 }

export function findServed(name: ServedName): MakeServed {
  return SERVED[name]
}
