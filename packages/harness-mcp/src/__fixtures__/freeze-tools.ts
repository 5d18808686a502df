import { connect, DEFAULT_BOUNDS } from '@b10x/mcp-foundation'
import type { ToolSnapshot } from '@b10x/mcp-foundation'
import { httpTransport } from '@b10x/mcp-foundation/http'
import { createSchemaValidator } from '@b10x/mcp-foundation/json-schema'
import { startHttpServer } from '@b10x/testkit'
import type { ScriptPart } from '@b10x/testkit'
import type { RemoteCaller } from '../admission/admitted-tools.ts'

/** What a scripted server lists, frozen. */
export async function freezeTools(...parts: readonly ScriptPart[]): Promise<ToolSnapshot> {
  await using server = await startHttpServer(...parts)
  const client = await connect(httpTransport(server.url))
  try {
    return await client.freeze()
  } finally {
    await client.close()
  }
}

/** A connection that calls nothing. */
export const NO_REMOTE: RemoteCaller = {
  call: () => Promise.reject(new Error('nothing is to be called')),
  bounds: DEFAULT_BOUNDS,
  validator: createSchemaValidator(DEFAULT_BOUNDS),
  sentSecrets: () => [],
  subjects: null,
  drainEvents: () => []
}
