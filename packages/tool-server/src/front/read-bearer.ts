import type { RequestHead } from '../http/request-head.ts'
import { FRONT_BOUNDS } from './front-bounds.ts'

/** `token68` of RFC 9110, 11.2, which is the `b64token` of RFC 6750, 2.1. */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/

/** A token, none, or something that must not be tried: in the query string, twice, malformed, too long. */
export type Bearer = { readonly token: string | null } | 'invalid'

const NONE: Bearer = Object.freeze({ token: null })

/** The token of one request (RFC 6750, 2.1). In the query string it would end in logs (2.3), so it is refused there. */
export function readBearer(head: RequestHead): Bearer {
  if (bearsTokenInQuery(head.url)) return 'invalid'
  if (head.header('authorization') === null) return NONE
  const lines = head.headerLines('authorization')
  const [line = ''] = lines
  if (lines.length > 1 || line.length > FRONT_BOUNDS.maxTokenCharacters + 32) return 'invalid'
  const scheme = line.slice(0, 6).toLowerCase()
  if (scheme !== 'bearer') return NONE
  const token = line.slice(6).trimStart()
  const separated = line.charAt(6) === ' '
  if (!separated || token.length > FRONT_BOUNDS.maxTokenCharacters || !TOKEN.test(token)) return 'invalid'
  return { token }
}

function bearsTokenInQuery(url: string): boolean {
  const start = url.indexOf('?')
  if (start === -1) return false
  for (const name of new URLSearchParams(url.slice(start + 1)).keys()) {
    if (name.toLowerCase() === 'access_token') return true
  }
  return false
}
