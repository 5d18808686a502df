import { inspect } from 'node:util'

/** A secret that is easily found, in every form in which it can leave by accident. */
export interface Canary {
  readonly value: string
  /** Plain, base64 at each of its three offsets, base64url, hexadecimal, and URL-encoded. */
  readonly forms: readonly string[]
}

/** A `+` and a `/` make that its URL-encoded form is another one. */
export function plantCanary(name: string): Canary {
  const value = `canary+${name}/0123456789abcdef`
  const bytes = Buffer.from(value)
  // What stands before and after it in a longer text moves the base64 digits: only those in the middle are certain.
  const offsets = [0, 1, 2].map((before) => Buffer.concat([Buffer.alloc(before), bytes]).toString('base64').slice(before === 0 ? 0 : 4, -4))
  return { value, forms: [value, encodeURIComponent(value), bytes.toString('base64url'), bytes.toString('hex'), ...offsets] }
}

/** The forms that a wrong server sends back. */
export function echoOf(canary: Canary): string {
  return [canary.value, Buffer.from(canary.value).toString('base64'), encodeURIComponent(canary.value)].join(' ')
}

/** Everything that a host may do with a value to look at it, or to write it down. */
export function everyViewOf(value: unknown): string {
  const views = [
    () => String(value),
    () => inspect(value, { showHidden: true, depth: Infinity, maxArrayLength: null, maxStringLength: null }),
    () => inspect(value, { depth: Infinity, getters: true, maxArrayLength: null, maxStringLength: null }),
    () => JSON.stringify(value),
    // All but the cause, which is for the operator.
    () => JSON.stringify(Object.getOwnPropertyNames(value).map((name) => (name === 'cause' ? name : [name, (value as Record<string, unknown>)[name]]))),
    () => (value instanceof Error ? `${value.name} ${value.message} ${value.stack}` : '')
  ]
  return views.map(attempt).join('\n')
}

/** The operator's views, in which text of a server may stand but a credential may not. */
export function everyViewOfCauses(error: unknown): string {
  const views: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    views.push(inspect(cause, { showHidden: true, customInspect: false, depth: Infinity, maxStringLength: null }))
    if (cause.cause !== undefined && !(cause.cause instanceof Error)) views.push(inspect(cause.cause, { depth: Infinity, showHidden: true }))
  }
  return views.join('\n')
}

function attempt(view: () => string | undefined): string {
  try {
    return view() ?? ''
  } catch {
    // Not every value has every view: an object with a circle is not JSON.
    return ''
  }
}
