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
  const named = [...head.headerLines('host'), ...targetAuthority(head.url)]
  const hosts = named.map(parseAuthority)
  const fine = head.headerLines('host').length === 1 && hosts.every((host) => host !== null && isListed(host, allowed))
  return fine ? null : refuse(403, new GovernedError('host_denied', {}))
}

function targetAuthority(target: string): readonly string[] {
  if (target.startsWith('/')) return []
  return [/^https?:\/\/([^/?#]*)/i.exec(target)?.[1] ?? '']
}
