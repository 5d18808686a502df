import path from 'node:path'
import type { McpTransport } from '@b10x/mcp-foundation'
import type { HttpExchange } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { AUTHORIZE } from '../connection/auth.ts'
import type { McpAuthProvider } from '../connection/auth.ts'
import type { ConnectionLog } from '../connection/connection-log.ts'
import type { SentSecrets } from '../connection/sent-secrets.ts'
import { watchAuthorization } from '../connection/watch-authorization.ts'
import { invalidOption } from '../admission/invalid-option.ts'
import type { HttpConnection, RunProfile, StdioConnection } from './run-profile.ts'

/** What a run lends to its connection. */
export interface TransportParts {
  /** Where the variables that a profile names are looked up. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Owns the sockets. Its owner closes it. */
  readonly exchange?: HttpExchange | undefined
  readonly authProvider?: McpAuthProvider | undefined
  readonly secrets: SentSecrets
  readonly log: ConnectionLog
}

export interface DescribedTransport {
  readonly transport: McpTransport
  /** Where credentials come from, never what they are. */
  readonly authorization: string
  /** Sockets that are not the client's own. */
  close(): Promise<void>
}

/**
 * Describes the transport that a profile names; nothing is started or sent.
 * @throws GovernedError `variable_missing` with every missing name, `option_invalid` for an `authProvider` where the
 *   profile names other credentials or a program, `endpoint_invalid`, `header_invalid`, `platform_unsupported`
 */
export async function openTransport(profile: RunProfile, parts: TransportParts): Promise<DescribedTransport> {
  const { connection } = profile.document
  requireVariables(variablesOf(connection), parts.env)
  return connection.transport === 'stdio' ? describeProgram(connection, profile.folder, parts) : describeAddress(connection, parts)
}

function variablesOf(connection: StdioConnection | HttpConnection): readonly string[] {
  if (connection.transport === 'stdio') return connection.env
  const { bearerEnv, headersEnv } = connection
  return [...(bearerEnv === null ? [] : [bearerEnv]), ...Object.values(headersEnv)]
}

function requireVariables(names: readonly string[], env: TransportParts['env']): void {
  const missing = names.filter((name) => !Object.hasOwn(env, name) || env[name] === undefined)
  if (missing.length > 0) throw new GovernedError('variable_missing', { names: [...new Set(missing)].sort() })
}

async function describeProgram(connection: StdioConnection, folder: string, { env, authProvider, secrets }: TransportParts): Promise<DescribedTransport> {
  if (authProvider !== undefined) throw invalidOption('authProvider', 'the server of the profile is a program')
  const { stdioTransport } = await import('@b10x/mcp-foundation/stdio')
  const [program, ...args] = connection.command
  const cwd = path.resolve(folder, connection.cwd ?? '.')
  const variables = Object.fromEntries(connection.env.map((name) => [name, env[name] ?? '']))
  secrets.addVariables(variables)
  // Whoever writes a path means the folder that the program will run in; a bare name is looked up by PATH.
  const command = program.includes('/') ? path.resolve(cwd, program) : program
  return {
    transport: stdioTransport({ command, args, cwd, env: variables, lookupPath: true }),
    authorization: label(connection.env.map((name) => `env:${name}`)),
    close: () => Promise.resolve()
  }
}

async function describeAddress(connection: HttpConnection, parts: TransportParts): Promise<DescribedTransport> {
  const { url, bearerEnv, headersEnv, allowInsecure, transport } = connection
  const { env, authProvider, secrets, log } = parts
  const headers: Record<string, string> = Object.fromEntries(Object.entries(headersEnv).map(([name, variable]) => [name, env[variable] ?? '']))
  if (bearerEnv !== null) headers['authorization'] = `Bearer ${env[bearerEnv] ?? ''}`
  if (authProvider !== undefined && Object.hasOwn(headers, 'authorization')) throw invalidOption('authProvider', 'the profile names another credential')
  secrets.addHeaders(headers)
  const { createHttpExchange, httpTransport } = await import('@b10x/mcp-foundation/http')
  const allowInsecureHosts = allowInsecure ? [new URL(url).host] : []
  // Tokens are asked for elsewhere than the server: that needs sockets which are no part of the transport.
  const owned = authProvider !== undefined && parts.exchange === undefined ? createHttpExchange() : null
  const exchange = owned ?? parts.exchange
  const authorization =
    authProvider === undefined || exchange === undefined
      ? {}
      : { authorization: watchAuthorization(authProvider[AUTHORIZE]({ endpoint: url, exchange, allowInsecureHosts }), secrets, log) }
  const options = { headers, allowInsecureHosts, ...authorization, ...(parts.exchange === undefined ? {} : { exchange: parts.exchange }) }
  const described = transport === 'sse' ? (await import('@b10x/mcp-foundation/sse')).sseTransport(url, options) : httpTransport(url, options)
  const origins = [
    ...(bearerEnv === null ? [] : [`bearer-env:${bearerEnv}`]),
    ...Object.values(headersEnv).map((variable) => `header-env:${variable}`),
    ...(authProvider === undefined ? [] : ['oauth'])
  ]
  return { transport: described, authorization: label(origins), close: async () => owned?.close() }
}

function label(origins: readonly string[]): string {
  return origins.length === 0 ? 'none' : origins.toSorted().join(', ')
}
