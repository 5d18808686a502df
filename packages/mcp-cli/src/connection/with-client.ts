import { connect } from '@b10x/mcp-foundation'
import type { McpClient } from '@b10x/mcp-foundation'
import type { ConnectionOptions, TargetArgument } from '../arguments/invocation.ts'
import type { CliIo } from '../cli-io.ts'
import { openStoredLogin } from '../login/open-stored-login.ts'
import type { StoredLogin } from '../login/open-stored-login.ts'
import { attachOperatorText } from '../output/operator-text.ts'
import type { ServerTarget } from '../target/server-target.ts'
import { collectCredentials, joinLabels } from './collect-credentials.ts'
import type { Credentials } from './collect-credentials.ts'
import { connectionBounds } from './connection-bounds.ts'
import { createTransport } from './create-transport.ts'
import { observeTransport } from './observe-transport.ts'
import type { ObservedTransport } from './observe-transport.ts'
import { pointToLogin } from './point-to-login.ts'
import { readTarget } from './read-target.ts'

export interface ClientRequest {
  readonly target: TargetArgument
  readonly connection: ConnectionOptions
  /** Speak exactly this revision; null negotiates. */
  readonly protocolVersion: string | null
}

type Use<T> = (client: McpClient, transport: ObservedTransport) => Promise<T>

/**
 * Connects, lends the client and closes it whatever happens.
 * @throws GovernedError whatever connecting or `use` throws, with the peer's own words attached for the operator
 */
export async function withClient<T>(request: ClientRequest, io: CliIo, use: Use<T>): Promise<T> {
  const { connection, protocolVersion } = request
  const target = await readTarget(request.target, io)
  const credentials = collectCredentials(target, connection, io.env)
  await using login = await openLogin(target, connection, credentials, io)
  const transport = observeTransport(await createTransport(target, connection, credentials, login?.authorization ?? null))
  let client: McpClient | undefined
  try {
    client = await connect(transport, {
      ...(protocolVersion === null ? {} : { protocolVersion }),
      bounds: connectionBounds(connection),
      authorization: joinLabels(credentials.label, login?.label ?? null),
      signal: io.signal
    })
    return await use(client, transport)
  } catch (error) {
    const secrets = [...credentials.secrets, ...(login?.secrets() ?? [])]
    throw pointToLogin(attachOperatorText(error, { stderrTail: transport.stderrTail(), secrets }), target)
  } finally {
    await client?.close()
  }
}

/** What was logged in before, unless the command line brings a credential of its own or `--no-auth`. */
async function openLogin(target: ServerTarget, connection: ConnectionOptions, credentials: Credentials, io: CliIo): Promise<StoredLogin | null> {
  const brought = credentials.headers.some(({ name }) => name === 'authorization')
  if (target.kind !== 'http' || !connection.storedLogin || brought) return null
  return openStoredLogin(target, connection, io.env)
}
