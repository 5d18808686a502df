import { GovernedError, hasCode } from '@b10x/ports/errors'
import { decodeUtf8 } from '../json/decode-utf8.ts'
import { readMessages } from '../json-rpc/read-messages.ts'
import type { ReceivedMessage } from '../json-rpc/received-message.ts'

/** What one line of standard output is. */
export type ClassifiedLine =
  | { readonly kind: 'blank' }
  | { readonly kind: 'banner' }
  | { readonly kind: 'messages'; readonly messages: readonly ReceivedMessage[] }

export interface LineContext {
  readonly maxJsonDepth: number
  readonly allowBatch: boolean
  /** True until the first valid message: only then may a line that merely looks like JSON be a banner. */
  readonly beforeFirstMessage: boolean
}

/**
 * Tells messages from text that a program printed to the wrong stream.
 *
 * A line that does not start with `{` or `[` is a banner. One that does, and is not JSON at all, is a banner before
 * the first valid message (`[info] listening`). Everything else that cannot be read without doubt is refused: nobody
 * can know whose answer it was.
 * @throws GovernedError `message_invalid` with the reason, `bound_exceeded` (`maxJsonDepth`)
 */
export function classifyLine(line: Uint8Array, context: LineContext): ClassifiedLine {
  const first = firstByte(line)
  if (first === undefined) return { kind: 'blank' }
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return { kind: 'banner' }
  const text = decode(line)
  try {
    return { kind: 'messages', messages: readMessages(text, context) }
  } catch (error) {
    if (context.beforeFirstMessage && isSyntaxFault(error) && !isJson(text)) return { kind: 'banner' }
    throw error
  }
}

const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b
const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf]

/** The first byte that is neither white space of JSON nor part of a byte order mark, which the reader refuses later. */
function firstByte(line: Uint8Array): number | undefined {
  const marked = BYTE_ORDER_MARK.every((byte, index) => line[index] === byte)
  for (let index = marked ? BYTE_ORDER_MARK.length : 0; index < line.length; index += 1) {
    const byte = line[index]
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return byte
  }
  return undefined
}

function decode(line: Uint8Array): string {
  try {
    return decodeUtf8(line)
  } catch (error) {
    if (hasCode(error, 'json_invalid')) throw new GovernedError('message_invalid', error.details)
    throw error
  }
}

function isSyntaxFault(error: unknown): boolean {
  return hasCode(error, 'message_invalid') && ['syntax', 'not_an_object'].includes(error.details.reason)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
