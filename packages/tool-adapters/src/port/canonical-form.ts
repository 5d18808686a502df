import { canonicalize } from '@b10x/mcp-foundation'
import type { JsonValue } from '@b10x/mcp-foundation'

/**
 * Equal for equal arguments, whatever the order of members and the spelling of numbers (RFC 8785).
 * @throws TypeError for what is not JSON
 */
export function canonicalForm(args: unknown): string {
  return canonicalize(args as JsonValue)
}
