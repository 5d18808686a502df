import { publishedToolsOf } from '@b10x/harness-mcp'
import type { CliIo } from '@b10x/mcp-cli/command-line'
import { escapeLines, indentLines, renderValue } from '@b10x/mcp-cli/terminal'
import type { Output } from '@b10x/mcp-cli/terminal'
import type { JsonObject, JsonValue } from '@b10x/mcp-foundation'
import type { PublishedTool } from '@b10x/ports'
import type { ToolsInvocation } from '../arguments/invocation.ts'
import { loadProfile } from '../connection/load-profile.ts'

/** `tools`: what a model would see of the server, and nothing else. Nothing is connected. */
export async function showTools({ file }: ToolsInvocation, io: CliIo, output: Output): Promise<number> {
  const tools = publishedToolsOf(await loadProfile(file, io))
  if (output.json) output.document({ tools: tools.map(toolMembers) })
  else output.lines(tools.flatMap((tool, index) => [...(index === 0 ? [] : ['']), ...renderTool(tool, output)]))
  return 0
}

function toolMembers({ name, title, description, inputSchema, outputSchema, effect, prose, source }: PublishedTool): JsonObject {
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: inputSchema as JsonValue,
    ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as JsonValue }),
    effect: effect ?? null,
    prose,
    source
  }
}

function renderTool({ name, title, description, inputSchema, effect }: PublishedTool, { style }: Output): readonly string[] {
  return [
    `${style.bold(name)}  ${style.dim(effect ?? 'unknown')}`,
    ...(title === undefined ? [] : indentLines(escapeLines(title), 2)),
    ...indentLines(escapeLines(description), 2),
    ...renderValue(inputSchema as JsonValue).map((line) => `  ${line}`)
  ]
}
