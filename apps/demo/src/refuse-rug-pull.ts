import { assertSnapshotEqual, connect, diffSnapshots, stringifyJson } from '@b10x/mcp-foundation'
import type { JsonValue, McpTransport, SnapshotDifference, ToolSnapshot } from '@b10x/mcp-foundation'
import { hasCode } from '@b10x/ports/errors'
import type { Narrator } from './narrate.ts'

/** Connects to the server after it changed. The refusal names nothing of the server's; the diff is for the operator. */
export async function refuseRugPull(reviewed: ToolSnapshot, transport: McpTransport, narrator: Narrator): Promise<void> {
  narrator.chapter('The same server a week later: a rug pull')
  const client = await connect(transport, { protocolVersion: reviewed.protocolVersion })
  try {
    const live = await client.freeze()
    const refusal = refusalOf(reviewed, live)
    narrator.fact('the caller', refusal)
    for (const difference of diffSnapshots(reviewed, live).differences) {
      narrator.fact('the operator', describe(difference))
    }
    const pointers = diffSnapshots(reviewed, live).differences.map(({ kind, tool, pointer }) => `${kind} ${tool}${pointer}`)
    narrator.check('a changed description is refused', pointers.includes('member_changed forecast/description'))
    narrator.check('a changed annotation is refused', pointers.includes('member_changed report_station/annotations/readOnlyHint'))
    narrator.check('an added tool is refused', pointers.includes('tool_added collect_feedback'))
    narrator.check('the refusal holds no text of the server', !/feedback|conversation/i.test(refusal))
  } finally {
    await client.close()
  }
}

function refusalOf(reviewed: ToolSnapshot, live: ToolSnapshot): string {
  try {
    assertSnapshotEqual(reviewed, live)
    return 'no refusal'
  } catch (error) {
    if (hasCode(error, 'snapshot_mismatch')) return JSON.stringify(error)
    throw error
  }
}

function describe({ kind, tool, pointer, before, after }: SnapshotDifference): string {
  const where = `${kind.replace('_', ' ')}: ${tool ?? '(nameless)'}${pointer}`
  if (kind === 'tool_added' || kind === 'tool_removed') return where
  return `${where} ${quote(before)} -> ${quote(after)}`
}

function quote(value: JsonValue | undefined): string {
  return value === undefined ? '(absent)' : stringifyJson(value)
}
