import { GovernedError, hasCode } from '@b10x/ports/errors'
import { decodeUtf8 } from '../json/decode-utf8.ts'

/**
 * Text that the peer sent as part of a message, as strict UTF-8.
 * @throws GovernedError `message_invalid` not_utf8
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes)
  } catch (error) {
    if (hasCode(error, 'json_invalid')) throw new GovernedError('message_invalid', error.details)
    throw error
  }
}
