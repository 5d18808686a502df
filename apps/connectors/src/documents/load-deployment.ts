import { parseServiceDeployment } from '@b10x/connectors-service'
import type { ServiceDeployment } from '@b10x/connectors-service'
import type { CliIo } from '@b10x/mcp-cli/command-line'
import { attachOperatorFacts } from '@b10x/mcp-cli/terminal'
import { parseJson } from '@b10x/mcp-foundation'
import type { JsonValue } from '@b10x/mcp-foundation'
import { GovernedError, hasCode } from '@b10x/ports/errors'
import { readDocument } from './read-document.ts'

const MAX_DEPTH = 32

/**
 * Reads a service deployment, the file named as the user named it.
 * @throws GovernedError what `parseServiceDeployment` throws, also for a text that is not one unambiguous JSON document;
 *   everything that a draft leaves open is named beside it
 */
export async function loadDeployment(file: string, io: CliIo): Promise<ServiceDeployment> {
  const document = readJson(await readDocument(file, io), file)
  try {
    return parseServiceDeployment(document, file)
  } catch (error) {
    if (!hasCode(error, 'deployment_invalid') || error.details.reason !== 'not_filled_in') throw error
    throw attachOperatorFacts(error, { open: (error.cause as { readonly open: JsonValue }).open })
  }
}

function readJson(text: string, file: string): JsonValue {
  const invalid = (reason: string, cause: unknown): GovernedError => new GovernedError('deployment_invalid', { file, pointer: '', reason }, { cause })
  try {
    return parseJson(text, MAX_DEPTH)
  } catch (error) {
    if (hasCode(error, 'json_invalid')) throw invalid(error.details.reason, error)
    if (hasCode(error, 'bound_exceeded')) throw invalid('too_deep', error)
    throw error
  }
}
