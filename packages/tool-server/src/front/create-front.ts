import type { Principal } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { ToolServerOptions } from '../tool-server.ts'
import type { Admission, Front, Refusal } from '../http/admission.ts'
import type { RequestHead } from '../http/request-head.ts'
import type { ServerBounds } from '../server-bounds.ts'
import { authenticate } from './authenticate.ts'
import type { AuthenticateParts } from './authenticate.ts'
import { isLoopbackAddress } from './authority.ts'
import { createCallLimits } from './call-limits.ts'
import type { CallLimits, Limited } from './call-limits.ts'
import { challenge, demandMore } from './challenge.ts'
import type { Need } from './challenge.ts'
import { checkHost } from './check-host.ts'
import { checkOrigin } from './check-origin.ts'
import { readFrontRules } from './front-rules.ts'
import { readBearer } from './read-bearer.ts'
import { refuse } from './refusal.ts'
import { answerMetadata } from './resource-metadata.ts'

/** The front of one server: who may come in, for what, and how often. */
export interface ServerFront extends Front {
  /** True where somebody is asked who calls. */
  readonly isGuarded: boolean
  /** @returns 403 with the scopes that are missing, or null */
  demand(principal: Principal | null, need: Need): Refusal | null
  /** Counts a call of the principal: how to end it, or 429. */
  enter(principal: Principal | null): (() => void) | Refusal
  /** The server listens there, too. Nothing is added to a list that the host wrote. */
  addHost(authority: string): void
}

const ANYBODY: Admission = Object.freeze({ principal: null })

/**
 * Made once; nothing of a request outlives it. `check` looks at Origin, Host, the metadata of the resource, the bearer and
 * the limits, in this order, before anything else of a request is looked at.
 *
 * @throws GovernedError `option_invalid`
 */
export function createFront(options: ToolServerOptions, bounds: ServerBounds, report: (error: unknown) => unknown): ServerFront {
  const rules = readFrontRules(options)
  const now = options.clock === undefined ? Date.now : () => options.clock?.now() ?? Date.now()
  const limits = createCallLimits(bounds, now)
  const parts = rules.authenticator === null ? null : { authenticator: rules.authenticator, now, report }

  async function admit(asked: AuthenticateParts, token: string | null, head: RequestHead): Promise<Admission | Refusal> {
    const verdict = await authenticate(asked, token, head)
    if (verdict === 'missing') return challenge(rules, head, token === null ? null : 'invalid_token')
    if (verdict === 'invalid') return challenge(rules, head, 'invalid_token')
    if (verdict === 'unavailable') return refuse(503, new GovernedError('authenticator_unavailable', {}), { 'retry-after': '5' })
    return lookAhead(limits, head, verdict) ?? { principal: verdict }
  }

  return {
    isGuarded: parts !== null,
    check(head) {
      const refused = checkOrigin(head, rules) ?? checkHost(head, rules.hosts) ?? answerMetadata(head, rules.resource)
      if (refused !== null) return refused
      if (parts === null) return checkLocal(head) ?? lookAhead(limits, head, null) ?? ANYBODY
      const bearer = readBearer(head)
      return bearer === 'invalid' ? challenge(rules, head, 'invalid_token') : admit(parts, bearer.token, head)
    },
    demand(principal, need) {
      if (parts === null) return null
      const held = principal?.scopes ?? []
      return rules.scopes[need].every((scope) => held.includes(scope)) ? null : demandMore(rules, need)
    },
    enter(principal) {
      const entered = limits.enter(principal)
      return typeof entered === 'function' ? entered : tooMany(entered)
    },
    addHost(authority) {
      if (!rules.hostsAreListed) rules.hosts.add(authority.toLowerCase())
    }
  }
}

/** Where nobody is asked, only this machine is served. An address that nobody says is none of this machine. */
function checkLocal({ remoteAddress }: RequestHead): Refusal | null {
  if (remoteAddress !== undefined && isLoopbackAddress(remoteAddress)) return null
  return refuse(403, new GovernedError('authentication_missing', { option: 'authenticate' }))
}

/** 2026-07-28 says in a header that this is a call, which must hold (-32020): the body need not be read to refuse it. */
function lookAhead(limits: CallLimits, head: RequestHead, principal: Principal | null): Refusal | null {
  if (head.header('mcp-method') !== 'tools/call') return null
  const refused = limits.look(principal)
  return refused === null ? null : tooMany(refused)
}

function tooMany({ error, retryAfter }: Limited): Refusal {
  return refuse(429, error, { 'retry-after': String(retryAfter) })
}
