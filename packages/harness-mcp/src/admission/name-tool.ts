import { createHash } from 'node:crypto'
import { invalidOption } from './invalid-option.ts'

/** What model providers take for a name. */
const MAX_NAME_LENGTH = 64
const DIGEST_DIGITS = 16
const PLAIN_PREFIX = /^[A-Za-z0-9-]+$/
const PLAIN_NAME = /^[A-Za-z0-9_-]+$/
/** How composed names end, and plain ones never. */
const DIGEST_ENDING = /_[0-9a-f]{16}$/
/** Visible text: it is shown to models and to people as a name of ours. */
const LOCAL_NAME = /^[^\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]{1,64}$/u

/**
 * The name under which a tool is published: `[A-Za-z0-9_-]{1,64}`, from the local prefix and the name that the server
 * gives, and from nothing else: not from other tools, servers, or the order of connecting.
 *
 * No two pairs share a name, but for a collision in 64 bits of SHA-256. Plain names are `prefix_name` with no `_` in the
 * prefix, so the first `_` separates them; composed names end in a digest of the pair, and no plain name ends like that.
 * @param prefix a name that `checkLocalName` accepts
 */
export function nameTool(prefix: string, remoteName: string): string {
  const plain = `${prefix}_${remoteName}`
  const isPlain =
    PLAIN_PREFIX.test(prefix) && PLAIN_NAME.test(remoteName) && plain.length <= MAX_NAME_LENGTH && !DIGEST_ENDING.test(plain)
  if (isPlain) return plain
  const stem = plain.replaceAll(/[^A-Za-z0-9_-]/gu, '_').slice(0, MAX_NAME_LENGTH - DIGEST_DIGITS - 1)
  const digest = createHash('sha256').update(`${prefix}\0${remoteName}`, 'utf8').digest('hex')
  return `${stem}_${digest.slice(0, DIGEST_DIGITS)}`
}

/**
 * Names that the host gives to servers, and prefixes: 1 to 64 visible characters.
 * @throws GovernedError `option_invalid`
 */
export function checkLocalName(option: string, value: unknown): void {
  if (typeof value !== 'string' || !LOCAL_NAME.test(value)) throw invalidOption(option, 'it is no name of 1 to 64 visible characters')
}
