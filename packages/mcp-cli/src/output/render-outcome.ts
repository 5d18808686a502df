import type { CallOutcome, CompleteOutcome, InputRequiredOutcome, JsonValue, OutputSchemaViolation } from '@b10x/mcp-foundation'
import { escapeLines, escapeText, quoteText } from './escape-text.ts'
import { renderValue } from './render-value.ts'
import type { Style } from './style.ts'

/** The outcome of a call for people: complete, every line of the server under a margin. */
export function renderOutcome(outcome: CallOutcome, style: Style): readonly string[] {
  switch (outcome.kind) {
    case 'complete':
      return renderComplete(outcome, style)
    case 'input_required':
      return renderInputRequired(outcome, style)
    case 'unrecognized':
      return [style.bold('result'), ...under(renderValue(outcome.result))]
  }
}

function renderComplete({ content, structuredContent, outputSchemaViolation }: CompleteOutcome, style: Style): readonly string[] {
  const blocks = content.flatMap((block) => renderBlock(block, style))
  const structured = structuredContent === undefined ? [] : [style.bold('structuredContent'), ...under(renderValue(structuredContent))]
  const broken = outputSchemaViolation === undefined ? [] : [style.bold('against its outputSchema'), ...under(renderViolation(outputSchemaViolation))]
  return [...blocks, ...structured, ...broken]
}

/** Pointers hold names of the server. */
function renderViolation({ reason, violations }: OutputSchemaViolation): readonly string[] {
  if (reason === 'absent') return ['there is no structuredContent']
  if (reason === 'not_judged') return ['not judged: it would take more steps or depth than its bounds']
  return violations.map(({ pointer, keyword, schemaPointer }) => `${quoteText(pointer)} breaks ${escapeText(keyword)} at ${quoteText(schemaPointer)}`)
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

function renderInputRequired({ inputRequests, requestStateBytes }: InputRequiredOutcome, style: Style): readonly string[] {
  const requests = inputRequests.map(({ key, method }) => `  ${quoteText(key)}: ${method === null ? 'no method' : escapeText(method)}`)
  const state = requestStateBytes === null ? 'no request state' : `${requestStateBytes} bytes of request state`
  return [style.bold('input required'), ...requests, `  ${state}`]
}

function members(value: JsonValue): Readonly<Record<string, JsonValue | undefined>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, JsonValue | undefined>>) : {}
}

function under(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`)
}
