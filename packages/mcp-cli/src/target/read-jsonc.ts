import { GovernedError } from '@b10x/ports/errors'
// The package is CommonJS whose names Node cannot see from ESM: take the whole.
import jsonc from 'jsonc-parser'
import type { Node, ParseError } from 'jsonc-parser'

/** A value of a configuration file: comments gone, members in order, names like `__proto__` ordinary. */
export type JsoncValue = null | boolean | number | string | readonly JsoncValue[] | JsoncObject
export type JsoncObject = ReadonlyMap<string, JsoncValue>

export const isJsoncObject = (value: JsoncValue | undefined): value is JsoncObject => value instanceof Map

/**
 * Reads JSON with comments and trailing commas. A member that is there twice is refused: two programs that read the
 * file would start different servers.
 * @throws GovernedError `config_invalid`, reason `not_utf8`, `syntax` or `duplicate_member`
 */
export function readJsonc(bytes: Uint8Array, file: string): JsoncValue {
  const root = parseTree(decode(bytes, file))
  if (root === undefined) throw new GovernedError('config_invalid', { file, pointer: '', reason: 'syntax' })
  return toValue(root, '', file)
}

/** One more segment of an RFC 6901 pointer. */
export function childPointer(pointer: string, member: string | number): string {
  return `${pointer}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new GovernedError('config_invalid', { file, pointer: '', reason: 'not_utf8' }, { cause })
  }
}

function parseTree(text: string): Node | undefined {
  const errors: ParseError[] = []
  try {
    const root = jsonc.parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: false })
    return errors.length === 0 ? root : undefined
  } catch (error) {
    // Nesting deeper than the stack.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function toValue(node: Node, pointer: string, file: string): JsoncValue {
  if (node.type === 'array') {
    return (node.children ?? []).map((child, index) => toValue(child, childPointer(pointer, index), file))
  }
  if (node.type !== 'object') return node.value as null | boolean | number | string
  const members = new Map<string, JsoncValue>()
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? []
    if (key === undefined || value === undefined) {
      throw new GovernedError('config_invalid', { file, pointer, reason: 'syntax' })
    }
    const name = String(key.value)
    const child = childPointer(pointer, name)
    if (members.has(name)) throw new GovernedError('config_invalid', { file, pointer: child, reason: 'duplicate_member' })
    members.set(name, toValue(value, child, file))
  }
  return members
}
