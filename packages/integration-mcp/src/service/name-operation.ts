import { BOUND_CEILINGS, parseJson } from '@b10x/mcp-foundation'
import type { JsonObject } from '@b10x/mcp-foundation'
import type { ServiceProfile } from '../profile/service-profile.ts'

/** Which operation a message of ours calls, or the service where it calls none. Asked only after something went wrong. */
export function nameOperation({ operations, serviceRef }: ServiceProfile, body: string | null): string {
  if (body === null) return serviceRef
  const { method, params } = parseJson(body, BOUND_CEILINGS.maxJsonDepth + 8) as JsonObject
  if (method !== 'tools/call') return serviceRef
  const { name } = params as JsonObject
  return operations.find(({ remoteName }) => remoteName === name)?.operationRef ?? serviceRef
}
