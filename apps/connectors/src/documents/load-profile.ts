import { parseServiceProfile, SERVICE_CONTRACT } from '@b10x/integration-mcp'
import type { ServiceProfile } from '@b10x/integration-mcp'
import type { CliIo } from '@b10x/mcp-cli/command-line'
import { attachOperatorFacts } from '@b10x/mcp-cli/terminal'
import { BOUND_CEILINGS, ExactNumber, parseJson } from '@b10x/mcp-foundation'
import type { JsonObject, JsonValue } from '@b10x/mcp-foundation'
import { GovernedError, hasCode } from '@b10x/ports/errors'
import { readDocument } from './read-document.ts'

/** As deep as the reader of profiles goes. */
const MAX_DEPTH = BOUND_CEILINGS.maxJsonDepth + 16

/**
 * Reads a service profile, the file named as the user named it.
 * @throws GovernedError `tool_unmapped` for a tool that still has the placeholder of a draft, and what
 *   `parseServiceProfile` throws; everything that a draft leaves open is named beside it
 */
export async function loadProfile(file: string, io: CliIo): Promise<ServiceProfile> {
  const text = await readDocument(file, io)
  refuseUnmapped(text)
  try {
    return parseServiceProfile(text, file)
  } catch (error) {
    if (!hasCode(error, 'profile_invalid') || error.details.reason !== 'not_filled_in') throw error
    throw attachOperatorFacts(error, { open: (error.cause as { readonly open: JsonValue }).open })
  }
}

/** The placeholder of a draft is an operation without a reference. */
function refuseUnmapped(text: string): void {
  const unmapped = Object.entries(operationsOf(text)).flatMap(([tool, entry]) => (isObject(entry) && entry['operationRef'] === null ? [tool] : []))
  if (unmapped[0] !== undefined) throw attachOperatorFacts(new GovernedError('tool_unmapped', { tool: unmapped[0] }), { open: unmapped })
}

/** Nothing where there is no readable profile: its reader says what it is. */
function operationsOf(text: string): JsonObject {
  try {
    const root = parseJson(text, MAX_DEPTH)
    const operations = isObject(root) && root['contract'] === SERVICE_CONTRACT ? (root['operations'] ?? null) : null
    return isObject(operations) ? operations : {}
  } catch (error) {
    if (hasCode(error, 'json_invalid') || hasCode(error, 'bound_exceeded')) return {}
    throw error
  }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
}
