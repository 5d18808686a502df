import type { SnapshotTool } from '@b10x/mcp-foundation'
import type { ListInvocation } from '../arguments/invocation.ts'
import type { CliIo } from '../cli-io.ts'
import { withClient } from '../connection/with-client.ts'
import { escapeText } from '../output/escape-text.ts'
import type { Output } from '../output/output.ts'
import { renderHeading, renderTotals } from '../output/render-summary.ts'
import { nameTool } from '../output/render-diff.ts'
import { shortenLine } from '../output/shorten-pair.ts'
import { WIDTH } from '../output/wrap-text.ts'

/** `list`: every tool with its digest and whether it can be called. */
export async function listTools(invocation: ListInvocation, io: CliIo, output: Output): Promise<number> {
  const { target, connection } = invocation
  const request = { target, connection, protocolVersion: connection.protocol }
  const snapshot = await withClient(request, io, (client) => client.freeze({ signal: io.signal }))
  if (output.json) {
    output.document({
      era: snapshot.era,
      protocolVersion: snapshot.protocolVersion,
      tools: snapshot.tools.map(({ name, digest, status }) => ({ name, digest, status })),
      digest: snapshot.digest
    })
    return 0
  }
  const rows = snapshot.tools.flatMap((tool) => renderRow(tool, output))
  output.lines([renderHeading(snapshot, output.style), '', ...rows, '', ...renderTotals(snapshot)])
  return 0
}

function renderRow(tool: SnapshotTool, { style }: Output): readonly string[] {
  const name = tool.name === null ? '(no name)' : nameTool(tool.name)
  const title = `  ${style.bold(name)}  ${style.dim(tool.digest.slice(0, 'sha256:'.length + 12))}`
  if (tool.status !== 'usable') return [title, `    ${style.red(`invalid: ${tool.status}`)}`]
  const summary = firstLine(tool)
  return summary === '' ? [title] : [title, `    ${shortenLine(escapeText(summary), WIDTH - 4)}`]
}

function firstLine({ descriptor }: SnapshotTool): string {
  if (typeof descriptor !== 'object' || descriptor === null || !('description' in descriptor)) return ''
  const { description } = descriptor
  return typeof description === 'string' ? (description.trim().split('\n')[0] ?? '') : ''
}
