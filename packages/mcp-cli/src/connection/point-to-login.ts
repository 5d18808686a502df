import { hasCode } from '@b10x/ports/errors'
import { attachOperatorFacts } from '../output/operator-text.ts'
import type { ServerTarget } from '../target/server-target.ts'

/** A server that wants a login: says beside the error how to get one. Returns the error. */
export function pointToLogin(error: unknown, target: ServerTarget): unknown {
  const wanted = hasCode(error, 'authorization_required') || (hasCode(error, 'credential_rejected') && error.details.status === 401)
  return wanted && target.kind === 'http' ? attachOperatorFacts(error, { hint: 'b10x-mcp auth login TARGET logs in with OAuth, where the server offers it.' }) : error
}
