import { ExactNumber, stringifyJson } from '@b10x/mcp-foundation'
import type { JsonValue } from '@b10x/mcp-foundation'
import { quoteText } from './escape-text.ts'

/** A JSON value over several lines for people: complete, every number exact, hidden characters as `\u{…}`. */
export function renderValue(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [quoteText(value)]
  if (Array.isArray(value)) {
    return renderMembers('[', ']', value.map((item: JsonValue) => renderValue(item)))
  }
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return [stringifyJson(value)]
  const members = Object.entries(value).map(([name, member]) => {
    const [first = '', ...rest] = renderValue(member)
    return [`${quoteText(name)}: ${first}`, ...rest]
  })
  return renderMembers('{', '}', members)
}

function renderMembers(open: string, close: string, members: readonly (readonly string[])[]): readonly string[] {
  if (members.length === 0) return [open + close]
  const lines = members.flatMap((member, index) => {
    const comma = index === members.length - 1 ? '' : ','
    return member.map((line, at) => `  ${line}${at === member.length - 1 ? comma : ''}`)
  })
  return [open, ...lines, close]
}

/** A JSON value on one line, for people. */
export function renderInline(value: JsonValue): string {
  if (typeof value === 'string') return quoteText(value)
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => renderInline(item)).join(', ')}]`
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return stringifyJson(value)
  const members = Object.entries(value).map(([name, member]) => `${quoteText(name)}: ${renderInline(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
