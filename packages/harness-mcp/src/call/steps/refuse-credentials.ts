import type { CompleteOutcome } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import type { GovernedTool } from '../authority.ts'
import { holdsCredential } from '../find-credentials.ts'

/**
 * What was sent as a credential does not come back as data: nothing of such a result is handed on or kept.
 * @throws GovernedError `credential_echoed`
 */
export function refuseCredentials({ remote, published }: GovernedTool, { result, resultText }: CompleteOutcome): void {
  if (holdsCredential(result, resultText, remote.sentSecrets())) throw new GovernedError('credential_echoed', { tool: published.name })
}
