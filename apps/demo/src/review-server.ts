import { assertSnapshotEqual, connect, parseSnapshot, serializeSnapshot } from '@b10x/mcp-foundation'
import type { CallOutcome, JsonObject, McpTransport, ToolSnapshot } from '@b10x/mcp-foundation'
import type { Narrator } from './narrate.ts'

/** One server, and one tool of it to call. */
export interface Reviewed {
  readonly title: string
  readonly transport: () => McpTransport
  readonly tool: string
  readonly args: JsonObject
  /** What the text of the result must hold. */
  readonly expected: string
}

/**
 * The main job: freeze what a server lists, file it, connect once more, verify that the list is the reviewed one, and
 * only then call a tool. Returns the reviewed snapshot.
 */
export async function reviewServer(server: Reviewed, narrator: Narrator): Promise<ToolSnapshot> {
  narrator.chapter(server.title)
  const file = await freezeToFile(server.transport())
  const reviewed = parseSnapshot(file)
  narrator.fact('speaks', `${reviewed.protocolVersion} (${reviewed.era})`)
  narrator.fact('lists', reviewed.tools.map((tool) => tool.name ?? '(nameless)').join(', '))
  narrator.whole(reviewed.digest)
  narrator.check('two snapshots are the same bytes', file === (await freezeToFile(server.transport())))

  const client = await connect(server.transport(), { protocolVersion: reviewed.protocolVersion })
  try {
    assertSnapshotEqual(reviewed, await client.freeze())
    narrator.check('the live tools are the reviewed ones', true)
    const text = textOf(await client.callTool(server.tool, server.args))
    narrator.fact('calls', `${server.tool} ${JSON.stringify(server.args)}`)
    narrator.fact('gets', text)
    narrator.check(`${server.tool} answers as expected`, text.includes(server.expected))
  } finally {
    await client.close()
  }
  return reviewed
}

async function freezeToFile(transport: McpTransport): Promise<string> {
  const client = await connect(transport)
  try {
    return serializeSnapshot(await client.freeze())
  } finally {
    await client.close()
  }
}

function textOf(outcome: CallOutcome): string {
  if (outcome.kind !== 'complete') return outcome.kind
  return outcome.content.map((block) => (block as { readonly text?: string }).text ?? '').join(' ')
}
