import type { CallOutcome, CompleteOutcome, InputRequiredOutcome, OutputSchemaViolation } from '@b10x/mcp-foundation'
import { escapeText, quoteText } from './escape-text.ts'
import { renderBlock, under } from './render-block.ts'
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

function renderInputRequired({ inputRequests, requestStateBytes }: InputRequiredOutcome, style: Style): readonly string[] {
  const requests = inputRequests.map(({ key, method }) => `  ${quoteText(key)}: ${method === null ? 'no method' : escapeText(method)}`)
  const state = requestStateBytes === null ? 'no request state' : `${requestStateBytes} bytes of request state`
  return [style.bold('input required'), ...requests, `  ${state}`]
}
