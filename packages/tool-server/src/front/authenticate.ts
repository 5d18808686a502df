import type { AuthenticationAnswer, Authenticator, Principal } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { RequestHead } from '../http/request-head.ts'
import { FRONT_BOUNDS } from './front-bounds.ts'
import { ShownRequest } from './shown-request.ts'

/** An authenticator's word, judged. Whatever is no answer lets nobody in. */
export type Verdict = Principal | 'missing' | 'invalid' | 'unavailable'

export interface AuthenticateParts {
  readonly authenticator: Authenticator
  readonly now: () => number
  /** For the operator. */
  readonly report: (error: unknown) => unknown
}

/** Asks, for at most `authenticateMs`, with every request anew. */
export async function authenticate(parts: AuthenticateParts, token: string | null, head: RequestHead): Promise<Verdict> {
  const deadline = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const answer = parts.authenticator.authenticate(new ShownRequest(token, head, deadline.signal))
    if (!isPromise(answer)) return judge(parts, answer)
    const late = new Promise<'unavailable'>((resolve) => {
      timer = setTimeout(() => resolve('unavailable'), FRONT_BOUNDS.authenticateMs)
    })
    return judge(parts, await Promise.race([answer, late]))
  } catch (error) {
    // What it threw may hold the token; the operator gets it all the same only as far as it is an error of ours.
    parts.report(new GovernedError('authenticator_unavailable', {}, { cause: error instanceof GovernedError ? error : undefined }))
    return 'unavailable'
  } finally {
    clearTimeout(timer)
    deadline.abort()
  }
}

/** Of whatever library: a host's authenticator need not use ours. */
function isPromise(answer: unknown): answer is Promise<AuthenticationAnswer> {
  return typeof answer === 'object' && answer !== null && 'then' in answer
}

function judge({ now }: AuthenticateParts, answer: AuthenticationAnswer): Verdict {
  if (answer === 'missing' || answer === 'invalid') return answer
  if (typeof answer !== 'object' || answer === null) return 'unavailable'
  const principal = copyPrincipal(answer)
  if (principal === null) return 'unavailable'
  return principal.expiresAt !== undefined && principal.expiresAt <= now() ? 'invalid' : principal
}

/** The members that the port names, and nothing else that an authenticator put beside them. */
function copyPrincipal({ subject, tenantId, scopes, clientId, issuer, expiresAt }: Principal): Principal | null {
  const texts = [tenantId, clientId, issuer].every((text) => text === undefined || typeof text === 'string')
  const listed = Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string')
  const timed = expiresAt === undefined || Number.isFinite(expiresAt)
  if (typeof subject !== 'string' || subject === '' || !texts || !listed || !timed) return null
  return Object.freeze({
    subject,
    scopes: Object.freeze([...scopes]),
    ...(tenantId === undefined ? {} : { tenantId }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(issuer === undefined ? {} : { issuer }),
    ...(expiresAt === undefined ? {} : { expiresAt })
  })
}
