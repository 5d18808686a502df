import { GovernedError } from '@b10x/ports/errors'
import type { Refusal } from '../http/admission.ts'
import type { RequestHead } from '../http/request-head.ts'
import { isListed, parseAuthority } from './authority.ts'
import type { OriginRules } from './front-rules.ts'
import { refuse } from './refusal.ts'

/**
 * Programs send no `Origin`. A browser sends the origin of the page, and it is one of the list, or, where there is no list,
 * one whose authority is the very `Host` of the request and stands on the list of hosts (MCP 2026-07-28, transports).
 * `null` is never one. Which other headers came does not matter.
 * @returns 403 `origin_denied`, or null
 */
export function checkOrigin(head: RequestHead, rules: OriginRules): Refusal | null {
  if (head.header('origin') === null) return null
  const lines = head.headerLines('origin')
  const [origin = ''] = lines
  return lines.length === 1 && isAllowed(origin, head, rules) ? null : refuse(403, new GovernedError('origin_denied', {}))
}

function isAllowed(origin: string, head: RequestHead, { listed, hosts }: OriginRules): boolean {
  if (listed !== null) return listed.has(origin)
  const own = /^https?:\/\/(.*)$/.exec(origin)?.[1]
  const authority = own === undefined ? null : parseAuthority(own)
  return authority !== null && isListed(authority, hosts) && own === head.header('host')?.toLowerCase()
}
