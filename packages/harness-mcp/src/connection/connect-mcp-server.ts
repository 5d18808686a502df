import type { Era, McpClient, ToolSnapshot } from '@b10x/mcp-foundation'
import { admitTools, compileAdmission } from '../admission/admit-tools.ts'
import type { AdmittedTools } from '../admission/admitted-tools.ts'
import { checkLocalName } from '../admission/name-tool.ts'
import { assertHarnessFoundation } from './assert-harness-foundation.ts'
import { createConnectionLog } from './connection-log.ts'
import { createRemoteCaller, loadValidator } from './create-remote-caller.ts'
import { describeTransport } from './describe-transport.ts'
import { dial } from './dial.ts'
import { keepConnection } from './keep-connection.ts'
import type { KeptConnection } from './keep-connection.ts'
import { createSentSecrets } from './sent-secrets.ts'
import { checkServerOptions } from './server-options.ts'
import type { McpServerOptions } from './server-options.ts'

/** A remote MCP server whose tools were admitted. Give `tools` to `governTools` or to a session. */
export interface McpServerConnection {
  /** The local name. Published names begin with it. */
  readonly name: string
  /** Fixed for the life of the connection, also over `reconnect()`. */
  readonly tools: AdmittedTools
  /** Everything that was listed, admitted or not. Text of the server. */
  readonly snapshot: ToolSnapshot
  readonly era: Era
  readonly protocolVersion: string
  /** The server said that its tools changed since they were listed. */
  readonly driftSuspected: boolean
  /**
   * Connects once more and lists again, in the same revision. With equal tools the new connection takes the place of the
   * old one, whose calls in flight end (`outcome_unknown`). On drift the whole connection is closed: whoever wants the new
   * tools connects anew. Any other failure changes nothing.
   * @throws GovernedError `snapshot_mismatch` (its `cause` is the diff, for the operator), `protocol_revision_changed`,
   *   `connection_closed`, and what connecting rejects with
   */
  reconnect(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>
  /** Idempotent. Calls in flight and later ones reject; afterwards no socket or timer is left. */
  close(): Promise<void>
}

/**
 * FLOW: connects to a remote MCP server over Streamable HTTP or, with `transport: 'sse'`, HTTP+SSE; lists its tools once,
 * and admits those that the options let through. What fails leaves nothing open.
 * @param name the local name of the server: 1 to 64 visible characters, best of `A-Z a-z 0-9 -`
 * @throws GovernedError `option_invalid`, `foundation_release_mismatch`, `endpoint_invalid`, `header_invalid`,
 *   `authorization_required` and the other codes of `@b10x/mcp-oauth`, `tool_name_collision`, and what `connect` and
 *   `freeze` of `@b10x/mcp-foundation` reject with
 */
export async function connectMcpServer(name: string, options: McpServerOptions): Promise<McpServerConnection> {
  checkLocalName('name', name)
  checkServerOptions(options)
  const rules = compileAdmission({ ...options, source: name, prefix: name })
  assertHarnessFoundation(options.foundation)
  const secrets = createSentSecrets()
  const log = createConnectionLog()
  const { transport, close: closeTransport } = describeTransport(options, secrets, log)
  try {
    const first = await dial(transport, connectOptions(options, options.signal, options.protocolVersion))
    try {
      const { snapshot } = first
      const { protocolVersion } = snapshot
      const kept = keepConnection(first, (signal) => dial(transport, connectOptions(options, signal, protocolVersion)), startLog)
      const remote = createRemoteCaller({ client: kept.client, bounds: first.client.bounds, validator: await loadValidator(first.client), secrets, log })
      const tools = admitTools(snapshot, rules, remote)
      startLog(first.client)
      return describeConnection({ name, tools, snapshot, kept, closeTransport })
    } catch (error) {
      await first.client.close()
      throw error
    }
  } catch (error) {
    await closeTransport()
    throw error
  }

  /** Challenges that were answered on the way belong to no call. */
  function startLog(client: McpClient): void {
    log.drain()
    log.watch(client)
  }
}

interface ConnectionParts {
  readonly name: string
  readonly tools: AdmittedTools
  readonly snapshot: ToolSnapshot
  readonly kept: KeptConnection
  readonly closeTransport: () => Promise<void>
}

function describeConnection({ name, tools, snapshot, kept, closeTransport }: ConnectionParts): McpServerConnection {
  return Object.freeze({
    name,
    tools,
    snapshot,
    era: snapshot.era,
    protocolVersion: snapshot.protocolVersion,
    get driftSuspected() {
      return kept.client().driftSuspected
    },
    reconnect: (options: { readonly signal?: AbortSignal | undefined } = {}) => kept.reconnect(options.signal),
    async close() {
      await kept.close()
      await closeTransport()
    }
  })
}

function connectOptions(options: McpServerOptions, signal: AbortSignal | undefined, protocolVersion: string | undefined) {
  const { bounds, headers, authProvider } = options
  return {
    authorization: authProvider !== undefined ? 'oauth' : headers !== undefined ? 'headers' : 'none',
    ...(bounds === undefined ? {} : { bounds }),
    ...(signal === undefined ? {} : { signal }),
    ...(protocolVersion === undefined ? {} : { protocolVersion })
  }
}
