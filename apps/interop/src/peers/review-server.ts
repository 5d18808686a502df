// What every test does with a server, whoever wrote it.
import { assertSnapshotEqual, connect, parseSnapshot, serializeSnapshot } from '@b10x/mcp-foundation'
import type { CallOptions, CompleteOutcome, JsonObject, McpClient, McpTransport } from '@b10x/mcp-foundation'

/** Connects, hands the client over and closes it again, whatever happens. */
export async function withClient<T>(transport: McpTransport, pinned: string | undefined, use: (client: McpClient) => Promise<T>): Promise<T> {
  const client = await connect(transport, pinned === undefined ? {} : { protocolVersion: pinned })
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}

/** The snapshot files of two connections. Each was read back and is equal to a second listing of its own. */
export async function freezeTwice(open: () => McpTransport, pinned?: string): Promise<readonly [first: string, second: string]> {
  const freeze = (): Promise<string> =>
    withClient(open(), pinned, async (client) => {
      const file = serializeSnapshot(await client.freeze())
      assertSnapshotEqual(parseSnapshot(file), await client.relist())
      return file
    })
  return Promise.all([freeze(), freeze()])
}

/** A call whose outcome is complete, failures of the tool included. */
export async function complete(client: McpClient, name: string, args: JsonObject = {}, options: CallOptions = {}): Promise<CompleteOutcome> {
  const outcome = await client.callTool(name, args, options)
  if (outcome.kind !== 'complete') throw new Error(outcome.kind)
  return outcome
}
