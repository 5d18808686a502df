import { GovernedError } from '@b10x/ports/errors'
import type { Refusal } from '../http/admission.ts'
import type { RequestHead } from '../http/request-head.ts'
import { isListed, parseAuthority } from './authority.ts'
import { refuse } from './refusal.ts'

/**
 * Exactly one `Host`, and it is listed: what keeps a page that a browser loaded under another name from this server (DNS
 * rebinding; MCP 2026-07-28, transports). A target in absolute form names a host, too (RFC 9112, 3.2.2).
 * @returns 403 `host_denied`, or null
 */
export function checkHost(head: RequestHead, allowed: ReadonlySet<string>): Refusal | null {
  const lines = head.headerLines('host')
  const fine = lines.length === 1 && isAllowed(lines[0] ?? '', allowed) && isTargetAllowed(head.url, allowed)
  return fine ? null : refuse(403, new GovernedError('host_denied', {}))
}

function isTargetAllowed(target: string, allowed: ReadonlySet<string>): boolean {
  return target.startsWith('/') || isAllowed(/^https?:\/\/([^/?#]*)/i.exec(target)?.[1] ?? '', allowed)
}

function isAllowed(text: string, allowed: ReadonlySet<string>): boolean {
  // Nearly every request names the host exactly as it is listed.
  if (allowed.has(text)) return true
  const authority = parseAuthority(text)
  return authority !== null && isListed(authority, allowed)
}
