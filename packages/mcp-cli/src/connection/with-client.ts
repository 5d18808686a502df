import { connect } from '@b10x/mcp-foundation'
import type { McpClient } from '@b10x/mcp-foundation'
import type { ConnectionOptions, TargetArgument } from '../arguments/invocation.ts'
import type { CliIo } from '../cli-io.ts'
import { attachOperatorText } from '../output/operator-text.ts'
import { collectCredentials } from './collect-credentials.ts'
import { connectionBounds } from './connection-bounds.ts'
import { createTransport } from './create-transport.ts'
import { observeTransport } from './observe-transport.ts'
import type { ObservedTransport } from './observe-transport.ts'
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
  const transport = observeTransport(await createTransport(target, connection, credentials))
  let client: McpClient | undefined
  try {
    client = await connect(transport, {
      ...(protocolVersion === null ? {} : { protocolVersion }),
      bounds: connectionBounds(connection),
      authorization: credentials.label,
      signal: io.signal
    })
    return await use(client, transport)
  } catch (error) {
    throw attachOperatorText(error, { stderrTail: transport.stderrTail(), secrets: credentials.secrets })
  } finally {
    await client?.close()
  }
}
