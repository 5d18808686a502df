import { GovernedError } from '@b10x/ports/errors'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Strict UTF-8 (RFC 3629): the text encodes back to the same bytes. A byte order mark stays and is refused by the reader.
 * @throws GovernedError `json_invalid` `not_utf8`
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new GovernedError('json_invalid', { reason: 'not_utf8', offset: 0 })
  }
}
