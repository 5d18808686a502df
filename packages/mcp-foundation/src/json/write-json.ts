import { UNFIT, engineForm, isPlainObject, sortNames } from './engine-form.ts'
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
    const form = engineForm(value, layout.sorted)
    if (form !== UNFIT) return JSON.stringify(form)
  }
  return write(value, layout, layout.indent === 0 ? '' : `\n${' '.repeat(margin)}`, '')
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
      if (isPlainObject(value)) return writeObject(value, layout, line, pointer)
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
  if (layout.sorted) sortNames(names)
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

/** One reference token of a JSON pointer (RFC 6901, section 3). */
export function escapePointer(token: string): string {
  return token.includes('~') || token.includes('/') ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token
}
