import { parseJson } from '@b10x/mcp-foundation'
import { canonicalForm } from '../port/canonical-form.ts'

/**
 * The arguments of a call from their source text, where the framework hands it on: `JSON.parse` rounds numbers. Text that
 * says something else than what was parsed, or that two readers would read differently, is no arguments.
 */
export function readArguments(parsed: unknown, text: string | undefined): unknown {
  if (text === undefined) return parsed
  try {
    const exact: unknown = parseJson(text)
    return canonicalForm(JSON.parse(text)) === canonicalForm(parsed) ? exact : null
  } catch {
    return null
  }
}
