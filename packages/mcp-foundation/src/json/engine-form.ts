/** The engine would write this value differently from us, or not at all. */
export const UNFIT: unique symbol = Symbol('unfit')

/**
 * The value as `JSON.stringify` has to be given it to write our text, which it does several times faster than we could:
 * itself, or with `sorted` a copy whose members are in the order of their names (RFC 8785, 3.2.3) where they are not.
 * {@link UNFIT} for numbers beyond a double, for what is not JSON, and for names that no copy could keep in order.
 */
export function engineForm(value: unknown, sorted: boolean): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : UNFIT
  if (typeof value !== 'object') return UNFIT
  if (Array.isArray(value)) return formOfItems(value, sorted)
  return isPlainObject(value) ? formOfMembers(value, sorted) : UNFIT
}

function formOfItems(items: readonly unknown[], sorted: boolean): unknown {
  let copy: unknown[] | null = null
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index]
    const form = engineForm(item, sorted)
    if (form === UNFIT) return UNFIT
    if (copy === null && form !== item) copy = items.slice(0, index)
    copy?.push(form)
  }
  return copy ?? items
}

function formOfMembers(object: Record<string, unknown>, sorted: boolean): unknown {
  const names = Object.keys(object)
  let moved = sorted && !sortNames(names)
  const forms: unknown[] = []
  for (const name of names) {
    if (sorted && isKeptFirst(name)) return UNFIT
    const member = object[name]
    // Left out by the engine, too.
    const form = member === undefined ? undefined : engineForm(member, sorted)
    if (form === UNFIT) return UNFIT
    moved ||= form !== member
    forms.push(form)
  }
  if (!moved) return object
  const copy: Record<string, unknown> = {}
  for (let index = 0; index < names.length; index += 1) copy[names[index] as string] = forms[index]
  return copy
}

/** Whole numbers come first in every object, whenever they were added; `__proto__` is not set by assignment. */
function isKeptFirst(name: string): boolean {
  const first = name.charCodeAt(0)
  return (first >= 0x30 && first <= 0x39) || name === '__proto__'
}

const FEW = 24

/** Sorts by UTF-16 code units, in place; true when they were sorted. The engine's own sort allocates with every call. */
export function sortNames(names: string[]): boolean {
  let sorted = true
  for (let index = 1; index < names.length; index += 1) {
    const name = names[index] as string
    if ((names[index - 1] as string) <= name) continue
    if (names.length > FEW) {
      names.sort()
      return false
    }
    sorted = false
    let at = index
    for (; at > 0 && (names[at - 1] as string) > name; at -= 1) names[at] = names[at - 1] as string
    names[at] = name
  }
  return sorted
}

/** Of a literal or a parser, of this realm or another: no class, no date, no map. */
export function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}
