import { canonicalize, stringifyJson } from '@b10x/mcp-foundation'
import type { JsonValue } from '@b10x/ports'

type FoundationValue = Parameters<typeof stringifyJson>[0]

/**
 * One line, with exact numbers as they were spelt. The port's type of exact numbers is wider than the foundation's, which
 * makes all of them; any other is refused.
 * @throws TypeError for what is no JSON
 */
export function jsonText(value: JsonValue): string {
  return stringifyJson(value as FoundationValue)
}

/** RFC 8785, as everywhere in this workspace. */
export function canonicalText(value: JsonValue): string {
  return canonicalize(value as FoundationValue)
}
