import { ExactNumber, normalizeNumber } from './exact-number.ts'

/** Why a value handed to us cannot be written as JSON. A mistake of the calling program. */
export class NotJsonError extends TypeError {
  readonly pointer: string
  readonly reason: 'not_json' | 'not_finite'

  constructor(pointer: string, reason: 'not_json' | 'not_finite') {
    super('the value is not JSON')
    this.pointer = pointer
    this.reason = reason
  }
}

/** How a value is laid out. */
export interface JsonLayout {
  /** Members by UTF-16 code units of their names (RFC 8785, 3.2.3) and exact numbers normalised, else both as they are. */
  readonly sorted: boolean
  /** Spaces per level; 0 writes everything on one line without white space. */
  readonly indent: number
}

/**
 * Writes a value exactly. Members whose value is undefined are left out, as `JSON.stringify` does.
 * @param margin spaces before every line but the first, for a value inside a document
 * @throws NotJsonError
 */
export function writeJson(value: unknown, layout: JsonLayout, margin: number = 0): string {
  if (layout.indent === 0) {
    const line = writeLine(value, layout.sorted)
    if (line !== null) return line
  }
  return write(value, layout, layout.indent === 0 ? '' : `\n${' '.repeat(margin)}`, '')
}

/** One line without white space, which most writing is; null for what is not JSON, so that places cost nothing until asked for. */
function writeLine(value: unknown, sorted: boolean): string | null {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return value === undefined ? null : writeScalar(value, sorted)
  if (Array.isArray(value)) {
    let items = ''
    for (let index = 0; index < value.length; index += 1) {
      const item = writeLine(value[index], sorted)
      if (item === null) return null
      items += index === 0 ? item : `,${item}`
    }
    return `[${items}]`
  }
  if (value instanceof ExactNumber) return sorted ? value.source : value.spelling
  return isPlain(value) ? writeLineOfMembers(value, sorted) : null
}

function writeLineOfMembers(object: Record<string, unknown>, sorted: boolean): string | null {
  const names = Object.keys(object)
  if (sorted && !isSorted(names)) names.sort()
  let members = ''
  for (const name of names) {
    const member = object[name]
    if (member === undefined) continue
    const written = writeLine(member, sorted)
    if (written === null) return null
    members += `${members === '' ? '' : ','}${quote(name)}:${written}`
  }
  return `{${members}}`
}

/** Null where the value has no JSON text. */
function writeScalar(value: unknown, sorted: boolean): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  if (typeof value === 'bigint') return sorted ? normalizeNumber(String(value)) : String(value)
  return typeof value === 'boolean' || value === null ? String(value) : null
}

/** The same few names stand in every schema. */
const quoted = new Map<string, string>()
const MOST_QUOTED = 512
const LONGEST_QUOTED = 32

function quote(name: string): string {
  if (name.length > LONGEST_QUOTED) return JSON.stringify(name)
  const known = quoted.get(name)
  if (known !== undefined) return known
  const text = JSON.stringify(name)
  if (quoted.size < MOST_QUOTED) quoted.set(name, text)
  return text
}

function write(value: unknown, layout: JsonLayout, line: string, pointer: string): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'number':
      // `String` writes -0 as 0, which is what RFC 8785 wants.
      if (!Number.isFinite(value)) throw new NotJsonError(pointer, 'not_finite')
      return String(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'bigint':
      return layout.sorted ? normalizeNumber(String(value)) : String(value)
    case 'object':
      if (value === null) return 'null'
      if (Array.isArray(value)) return writeArray(value, layout, line, pointer)
      if (value instanceof ExactNumber) return layout.sorted ? value.source : value.spelling
      if (isPlain(value)) return writeObject(value, layout, line, pointer)
      throw new NotJsonError(pointer, 'not_json')
    default:
      throw new NotJsonError(pointer, 'not_json')
  }
}

function writeArray(array: readonly unknown[], layout: JsonLayout, line: string, pointer: string): string {
  if (array.length === 0) return '[]'
  const inner = line + ' '.repeat(layout.indent)
  let text = '['
  for (let index = 0; index < array.length; index += 1) {
    text += (index === 0 ? inner : `,${inner}`) + write(array[index], layout, inner, `${pointer}/${index}`)
  }
  return `${text}${line}]`
}

function writeObject(object: Record<string, unknown>, layout: JsonLayout, line: string, pointer: string): string {
  const names = Object.keys(object)
  if (layout.sorted && !isSorted(names)) names.sort()
  const inner = line + ' '.repeat(layout.indent)
  const colon = layout.indent === 0 ? ':' : ': '
  let text = ''
  for (const name of names) {
    const member = object[name]
    if (member === undefined) continue
    const written = write(member, layout, inner, `${pointer}/${escapePointer(name)}`)
    text += `${text === '' ? '' : ','}${inner}${JSON.stringify(name)}${colon}${written}`
  }
  return text === '' ? '{}' : `{${text}${line}}`
}

function isSorted(names: readonly string[]): boolean {
  for (let index = 1; index < names.length; index += 1) {
    if ((names[index - 1] as string) > (names[index] as string)) return false
  }
  return true
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}

/** One reference token of a JSON pointer (RFC 6901, section 3). */
export function escapePointer(token: string): string {
  return token.includes('~') || token.includes('/') ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token
}
