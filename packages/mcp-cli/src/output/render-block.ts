import type { JsonValue } from '@b10x/mcp-foundation'
import { escapeLines, escapeText } from './escape-text.ts'
import { renderValue } from './render-value.ts'
import type { Style } from './style.ts'

/** A block of content for people: complete, every line of the server under a margin. */
export function renderBlock(block: JsonValue, style: Style): readonly string[] {
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

/** Lines of a server, under a margin. */
export function under(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`)
}
