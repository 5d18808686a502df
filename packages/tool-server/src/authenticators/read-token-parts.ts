import { isUtf8 } from 'node:buffer'
import { parseJson } from '@b10x/mcp-foundation'
import type { JsonObject } from '@b10x/ports'
import { isJsonObject, ownMember } from '../protocol/json-members.ts'

/** The header and the claims of a signed token, read but not believed. */
export interface TokenParts {
  readonly header: JsonObject
  readonly claims: JsonObject
}

/** Keys that a token brings along, or points at, are not ours (RFC 8725, 3.10), and we know no extension (RFC 7515, 4.1.11). */
const REFUSED_PARAMETERS = ['jwk', 'jku', 'x5u', 'x5c', 'crit', 'b64']

/**
 * Null for whatever is not three parts of which two are strict JSON objects: encrypted tokens, members that come twice and
 * would be read differently elsewhere, keys inside.
 */
export function readTokenParts(token: string): TokenParts | null {
  const parts = token.split('.')
  if (parts.length !== 3) return null
  const [header, claims] = parts.slice(0, 2).map(readPart)
  if (header === undefined || claims === undefined || header === null || claims === null) return null
  return REFUSED_PARAMETERS.some((name) => ownMember(header, name) !== undefined) ? null : { header, claims }
}

function readPart(part: string): JsonObject | null {
  const bytes = Buffer.from(part, 'base64url')
  // Node skips what is not in the alphabet: only the one spelling of these bytes is theirs.
  if (!isUtf8(bytes) || bytes.toString('base64url') !== part) return null
  try {
    const value = parseJson(bytes.toString())
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}
