import type { CallOptions, CallOutcome, McpClient, JsonObject as FoundationObject } from '@b10x/mcp-foundation'
import type { SchemaValidator } from '@b10x/mcp-foundation/json-schema'
import type { Bounds, JsonObject } from '@b10x/ports'
import type { RemoteCaller } from '../admission/admitted-tools.ts'
import type { ConnectionLog } from './connection-log.ts'
import type { SentSecrets } from './sent-secrets.ts'

/** The parts that a connection lends to calls. */
export interface RemoteParts {
  /** The client that stands now. */
  readonly client: () => Pick<McpClient, 'callTool'>
  readonly bounds: Bounds
  readonly validator: SchemaValidator
  readonly secrets: SentSecrets
  readonly log: ConnectionLog
  /** Who may call, or null where everybody may. */
  readonly subjects?: readonly string[] | null
}

/** How the admitted tools of one connection are called: for the call flow alone. */
export function createRemoteCaller({ client, bounds, validator, secrets, log, subjects = null }: RemoteParts): RemoteCaller {
  return Object.freeze({
    call(remoteName: string, args: JsonObject, options: CallOptions): Promise<CallOutcome> {
      // The same values: numbers that a double cannot hold were made by the foundation.
      return client().callTool(remoteName, args as FoundationObject, options)
    },
    bounds,
    validator,
    sentSecrets: () => secrets.list(),
    subjects: subjects === null ? null : Object.freeze([...subjects]),
    drainEvents: () => log.drain()
  })
}

/** Loaded when a connection is made, not with this package. */
export async function loadValidator({ bounds }: Pick<McpClient, 'bounds'>): Promise<SchemaValidator> {
  const { createSchemaValidator } = await import('@b10x/mcp-foundation/json-schema')
  return createSchemaValidator(bounds)
}
