import { findFindings } from '@b10x/mcp-foundation'
import type { JsonValue, SnapshotTool } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import type { InspectInvocation } from '../arguments/invocation.ts'
import type { CliIo } from '../cli-io.ts'
import { withClient } from '../connection/with-client.ts'
import { escapeLines } from '../output/escape-text.ts'
import type { Output } from '../output/output.ts'
import { nameTool } from '../output/render-diff.ts'
import { findingMembers, renderConcerns } from '../output/render-summary.ts'
import { renderValue } from '../output/render-value.ts'
import { indentLines } from '../output/wrap-text.ts'

/** `inspect`: everything one tool says about itself, with what is hidden in it made visible. */
export async function inspectTool(invocation: InspectInvocation, io: CliIo, output: Output): Promise<number> {
  const { target, connection } = invocation
  const request = { target, connection, protocolVersion: connection.protocol }
  const snapshot = await withClient(request, io, (client) => client.freeze({ signal: io.signal }))
  const tool = snapshot.tools.find(({ name }) => name === invocation.tool)
  if (tool === undefined) throw new GovernedError('tool_not_found', { tool: invocation.tool })
  const findings = findFindings({ ...snapshot, tools: [tool], instructions: null })
  if (output.json) {
    const { name, digest, status, descriptor } = tool
    output.document({ name, digest, status, findings: findingMembers(findings), descriptor })
    return 0
  }
  output.lines(renderTool(tool, output))
  for (const concern of renderConcerns({ ...snapshot, tools: [tool] }, findings)) output.note(output.noteStyle.yellow(concern))
  return 0
}

function renderTool({ name, digest, status, descriptor }: SnapshotTool, { style }: Output): readonly string[] {
  const description = descriptionOf(descriptor)
  return [
    style.bold(nameTool(name ?? '')),
    `${digest} ${status}`,
    ...(description === null ? [] : ['', style.bold('description'), ...indentLines(escapeLines(description), 2)]),
    '',
    style.bold('descriptor'),
    ...renderValue(descriptor).map((line) => `  ${line}`)
  ]
}

function descriptionOf(descriptor: JsonValue): string | null {
  if (typeof descriptor !== 'object' || descriptor === null || !('description' in descriptor)) return null
  return typeof descriptor.description === 'string' ? descriptor.description : null
}
