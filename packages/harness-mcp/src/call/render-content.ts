import { canonicalize, ExactNumber, parseJson, stringifyJson } from '@b10x/mcp-foundation'
import type { CompleteOutcome, JsonObject, JsonValue } from '@b10x/mcp-foundation'
import { neutralizeMarkup } from './neutralize-markup.ts'
import { showUnseen } from './show-unseen.ts'

const MEDIA_TYPE = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/
/** A content block of an unknown kind is shown whole up to here, in UTF-16 units; a larger one is named by its size. */
const MAX_UNKNOWN = 16_384

/**
 * What a result says, as text: blocks in their order, images and other bytes by type and size, structured content as
 * JSON where no block says the same. Names and addresses stand in it as text.
 */
export function renderContent({ content, structuredContent }: Pick<CompleteOutcome, 'content' | 'structuredContent'>): string {
  const parts = content.map(renderBlock)
  if (structuredContent !== undefined && !content.some((block) => saysTheSame(block, structuredContent))) parts.push(renderJson(structuredContent))
  // Together, so that nothing comes into being between two blocks.
  return neutralizeMarkup(showUnseen(parts.join('\n\n'), 'text'), 'text')
}

function renderBlock(block: JsonValue): string {
  if (!isObject(block)) return renderUnknown(block)
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string' ? block['text'] : renderUnknown(block)
    case 'image':
    case 'audio':
      return typeof block['data'] === 'string' ? describeBytes(block['type'], block, block['data']) : renderUnknown(block)
    case 'resource_link':
      return `[link: ${describe(block)}]`
    case 'resource':
      return isObject(block['resource']) ? renderResource(block['resource']) : renderUnknown(block)
    default:
      return renderUnknown(block)
  }
}

function renderResource(resource: JsonObject): string {
  const { text, blob } = resource
  if (typeof blob === 'string') return describeBytes('resource', resource, blob)
  return `[resource: ${describe(resource)}]${typeof text === 'string' ? `\n${text}` : ''}`
}

function describeBytes(kind: string, block: JsonObject, base64: string): string {
  const described = describe(block)
  return `[${kind}${described === '' ? '' : `: ${described}`}, ${sizeOf(base64)} bytes, not shown]`
}

/** Address, name and type of a block, where it has them. */
function describe({ uri, name, mimeType }: JsonObject): string {
  const type = typeof mimeType === 'string' && MEDIA_TYPE.test(mimeType) ? mimeType : mimeType === undefined ? undefined : 'unknown type'
  return [name, uri, type].filter((part) => typeof part === 'string').join(', ')
}

/** Of the bytes, from their Base64 text. */
function sizeOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding)
}

function renderUnknown(block: JsonValue): string {
  const json = renderJson(block)
  return json.length <= MAX_UNKNOWN ? json : `[content of an unknown kind, ${Buffer.byteLength(json)} bytes of JSON, not shown]`
}

/** Still JSON with the same value: what has to be escaped stands in strings. */
function renderJson(value: JsonValue): string {
  return neutralizeMarkup(showUnseen(stringifyJson(value), 'json'), 'json')
}

/** Servers repeat structured content as text for clients that do not read it (MCP, tools, structured content). */
function saysTheSame(block: JsonValue, structured: JsonValue): boolean {
  if (!isObject(block) || block['type'] !== 'text' || typeof block['text'] !== 'string') return false
  try {
    return canonicalize(parseJson(block['text'])) === canonicalize(structured)
  } catch {
    return false
  }
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
}
