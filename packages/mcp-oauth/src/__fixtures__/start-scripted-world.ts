import type { HttpExchange } from '@b10x/ports'
import { createNodeExchange } from './node-exchange.ts'
import { startScriptedServer } from './start-scripted-server.ts'
import type { Arrival, Reply, ScriptedServer } from './start-scripted-server.ts'

/** An MCP server at `/mcp` that wants a token, its authorization server, and an exchange. Every route may be changed. */
export interface ScriptedWorld extends AsyncDisposable {
  readonly mcp: ScriptedServer
  readonly authority: ScriptedServer
  readonly endpoint: string
  readonly exchange: HttpExchange
  /** Members of the protected resource metadata; undefined takes one away. */
  resourceMembers: Record<string, unknown>
  /** Members of the authorization server metadata; undefined takes one away. */
  metadataMembers: Record<string, unknown>
  /** What the token endpoint answers. */
  token: (arrival: Arrival) => Reply | Promise<Reply>
  /** What the MCP server answers to a request with this token; null where there is none. */
  admit: (token: string | null) => Reply
}

export async function startScriptedWorld(): Promise<ScriptedWorld> {
  const mcp = await startScriptedServer()
  const authority = await startScriptedServer()
  const exchange = createNodeExchange()
  let issued = 0
  const world: ScriptedWorld = {
    mcp,
    authority,
    endpoint: `${mcp.origin}/mcp`,
    exchange,
    resourceMembers: {},
    metadataMembers: {},
    token: () => ({ json: { access_token: `access-${(issued += 1)}`, token_type: 'Bearer', expires_in: 3600, refresh_token: `refresh-${issued}` } }),
    admit: (token) => (token === null ? { status: 401, headers: { 'www-authenticate': 'Bearer' } } : { json: {} }),
    async [Symbol.asyncDispose]() {
      await exchange.close()
      await mcp.close()
      await authority.close()
    }
  }
  mcp.routes['POST /mcp'] = ({ headers }) => world.admit(headers['authorization']?.toString().replace(/^Bearer /, '') ?? null)
  mcp.routes['GET /.well-known/oauth-protected-resource/mcp'] = () => ({
    json: { resource: world.endpoint, authorization_servers: [authority.origin], ...world.resourceMembers }
  })
  authority.routes['GET /.well-known/oauth-authorization-server'] = () => ({
    json: {
      issuer: authority.origin,
      authorization_endpoint: `${authority.origin}/authorize`,
      token_endpoint: `${authority.origin}/token`,
      registration_endpoint: `${authority.origin}/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      authorization_response_iss_parameter_supported: true,
      ...world.metadataMembers
    }
  })
  authority.routes['POST /register'] = ({ text }) => ({ status: 201, json: { ...(JSON.parse(text) as object), client_id: 'registered' } })
  authority.routes['POST /token'] = (arrival) => world.token(arrival)
  return world
}
