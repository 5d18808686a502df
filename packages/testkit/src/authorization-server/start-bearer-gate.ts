/**
 * A resource server in front of an MCP server: it demands a token of the authorization server for itself (audience,
 * expiry, scope), says where to get one, and passes the rest on. Deliberately not here: anything of MCP.
 */
import { request as send } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenOnLoopback } from '../http/listen-on-loopback.ts'
import type { AuthorizationServer } from './start-authorization-server.ts'

export interface BearerGateOptions {
  /** `http://127.0.0.1:<port>/…` of the server behind it; without one every accepted request is answered 200 `{}`. */
  readonly upstream?: string
  readonly authorizationServer: AuthorizationServer
  /** Scopes by JSON-RPC method. Default: `tools.read` for everything. */
  readonly scopesOf?: (method: string) => readonly string[]
}

/** A running gate. `await using` closes it. */
export interface BearerGate extends AsyncDisposable {
  /** `http://127.0.0.1:<port>/mcp`: the endpoint, and the resource that tokens are for. */
  readonly url: string
  /** What was answered to each request for `/mcp`, in order: 401, 403, or 200 for what was let in. */
  readonly answers: readonly number[]
  /** The tokens that were let in, in order. */
  readonly tokens: readonly string[]
  /** From now on every token that was ever let in is answered 401, as if it had expired. */
  refuseKnownTokens(): void
  /** From now on its metadata names another authorization server, whose tokens alone are let in. */
  moveTo(server: AuthorizationServer): void
  close(): Promise<void>
}

export async function startBearerGate(options: BearerGateOptions): Promise<BearerGate> {
  const answers: number[] = []
  const tokens: string[] = []
  const refused = new Set<string>()
  let authority = options.authorizationServer
  let resource = ''
  const scopesOf = options.scopesOf ?? (() => ['tools.read'])

  function challenge(response: ServerResponse, status: 401 | 403, ...parameters: readonly string[]): void {
    answers.push(status)
    const metadata = `resource_metadata="${new URL('/.well-known/oauth-protected-resource/mcp', resource).href}"`
    response.writeHead(status, { 'www-authenticate': `Bearer ${[...parameters, metadata].join(', ')}` }).end()
  }

  async function admit(incoming: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const needed = scopesOf(methodOf(body))
    const scope = `scope="${needed.join(' ')}"`
    const token = /^Bearer (\S+)$/.exec(incoming.headers.authorization ?? '')?.[1]
    if (token === undefined) return challenge(response, 401, scope)
    const verified = refused.has(token) ? null : await authority.verify(token, resource)
    if (verified === null) return challenge(response, 401, 'error="invalid_token"', scope)
    if (!needed.every((one) => verified.scopes.includes(one))) return challenge(response, 403, 'error="insufficient_scope"', scope)
    answers.push(200)
    tokens.push(token)
    if (options.upstream === undefined) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    else await passOn(options.upstream, incoming, response, body)
  }

  const listening = await listenOnLoopback(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const path = (incoming.url ?? '').split('?')[0]
    if (path === '/mcp') return admit(incoming, response, Buffer.concat(chunks))
    if (path !== '/.well-known/oauth-protected-resource/mcp') return void response.writeHead(404).end()
    const metadata = { resource, authorization_servers: [authority.issuer], scopes_supported: ['tools.read'] }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata))
  })
  resource = `${listening.origin}/mcp`

  const close = (): Promise<void> => listening.close()
  return {
    url: resource,
    answers,
    tokens,
    refuseKnownTokens: () => tokens.forEach((token) => refused.add(token)),
    moveTo: (server) => void (authority = server),
    close,
    [Symbol.asyncDispose]: close
  }
}

function methodOf(body: Buffer): string {
  try {
    return String((JSON.parse(body.toString()) as { readonly method?: unknown }).method)
  } catch {
    return ''
  }
}

/** Without the token: it is for the gate, and not for what is behind it. */
async function passOn(upstream: string, incoming: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
  const { authorization: _, host: _host, ...headers } = incoming.headers
  await new Promise<void>((resolve, reject) => {
    const outgoing = send(upstream, { method: incoming.method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.once('error', reject)
    response.once('close', () => {
      outgoing.destroy()
      resolve()
    })
    outgoing.end(body)
  })
}
