import { renderBlock, renderValue, under } from '@b10x/mcp-cli/terminal'
import type { Style } from '@b10x/mcp-cli/terminal'
import type { JsonObject, JsonValue } from '@b10x/mcp-foundation'
import type { ToolResult } from '@b10x/ports'

/** A result as JSON values. The values of the ports are those that the foundation read. */
export function resultMembers({ isError, content, structuredContent, provenance }: ToolResult): JsonObject {
  const { source, tool, digest, trust } = provenance
  return {
    isError,
    content: content as readonly JsonValue[],
    ...(structuredContent === undefined ? {} : { structuredContent: structuredContent as JsonValue }),
    provenance: { source, tool, ...(digest === undefined ? {} : { digest }), trust }
  }
}

/** A result for people: complete, every line of the server under a margin. */
export function renderResult({ content, structuredContent }: ToolResult, style: Style): readonly string[] {
  const blocks = content.flatMap((block) => renderBlock(block as JsonValue, style))
  if (structuredContent === undefined) return blocks
  return [...blocks, style.bold('structuredContent'), ...under(renderValue(structuredContent as JsonValue))]
}
