import type { JsonObject, JsonValue } from '@b10x/mcp-foundation'
import type { ToolResult } from '@b10x/ports'
import { escapeLines, escapeText } from './escape-text.ts'
import { renderValue } from './render-value.ts'
import type { Style } from './style.ts'

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

function renderBlock(block: JsonValue, style: Style): readonly string[] {
  const { type, text, data, mimeType } = members(block)
  const title = style.bold(typeof type === 'string' ? escapeText(type) : 'content')
  if (type === 'text' && typeof text === 'string') return [title, ...under(escapeLines(text))]
  // Base64 is for programs: its size says enough here, and --json has all of it.
  if ((type === 'image' || type === 'audio') && typeof data === 'string') {
    return [title, `  ${typeof mimeType === 'string' ? escapeText(mimeType) : 'no media type'}, ${data.length} characters of base64`]
  }
  return [title, ...under(renderValue(block))]
}

function members(value: JsonValue): Readonly<Record<string, JsonValue | undefined>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, JsonValue | undefined>>) : {}
}

function under(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`)
}
