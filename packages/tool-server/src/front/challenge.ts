import { GovernedError } from '@b10x/ports/errors'
import type { Refusal } from '../http/admission.ts'
import type { RequestHead } from '../http/request-head.ts'
import type { FrontRules } from './front-rules.ts'
import { refuse } from './refusal.ts'

/** What a request is for, as far as scopes tell it apart. */
export type Need = 'call' | 'list'

/** 401: bears no token (no `error`, RFC 6750, 3.1), or one that is not taken. */
export function challenge(rules: FrontRules, head: RequestHead, error: 'invalid_token' | null): Refusal {
  const scopes = rules.scopes[head.header('mcp-method') === 'tools/call' ? 'call' : 'list']
  return refuse(401, new GovernedError('invalid_token', {}), { 'www-authenticate': bearer(rules, error, scopes) })
}

/** 403: valid, and not for this. Names what this needs, and nothing that something else would. */
export function demandMore(rules: FrontRules, need: Need): Refusal {
  const scope = rules.scopes[need].join(' ')
  return refuse(403, new GovernedError('insufficient_scope', { scope }), { 'www-authenticate': bearer(rules, 'insufficient_scope', rules.scopes[need]) })
}

/** Every value is one of ours or of the options, and has no quote in it. */
function bearer({ resource }: FrontRules, error: string | null, scopes: readonly string[]): string {
  const parameters = [
    ...(error === null ? [] : [`error="${error}"`]),
    ...(scopes.length === 0 ? [] : [`scope="${scopes.join(' ')}"`]),
    ...(resource === null ? [] : [`resource_metadata="${resource.metadataUrl}"`])
  ]
  return parameters.length === 0 ? 'Bearer' : `Bearer ${parameters.join(', ')}`
}
