import { isJsonObject, ownMember } from '../../json/is-json-object.ts'
import type { JsonValue } from '../../json/json-value.ts'
import { equalJson, isSimple } from '../equal-json.ts'
import { isIntegral, isJsonNumber } from '../exact-arithmetic.ts'
import { fail } from '../run.ts'
import type { Check, Run } from '../run.ts'
import type { NodeContext } from '../schema-node.ts'

const TYPES: ReadonlyMap<string, (value: JsonValue) => boolean> = new Map<string, (value: JsonValue) => boolean>([
  ['null', (value) => value === null],
  ['boolean', (value) => typeof value === 'boolean'],
  ['string', (value) => typeof value === 'string'],
  ['number', isJsonNumber],
  ['integer', (value) => isJsonNumber(value) && isIntegral(value)],
  ['array', (value) => Array.isArray(value)],
  ['object', isJsonObject]
])

/** `type` (JSON Schema 2020-12, Validation 6.1.1). */
export function checkType({ schema, site }: NodeContext): Check | null {
  const type = ownMember(schema, 'type')
  if (type === undefined) return null
  const names = new Set((Array.isArray(type) ? type : [type]) as readonly string[])
  const tests = [...names].flatMap((name) => TYPES.get(name) ?? [])
  const here = site('type')
  const [only] = tests
  if (tests.length === 1 && only !== undefined) return (value, run) => only(value) || fail(run, here)
  return (value, run) => tests.some((test) => test(value)) || fail(run, here)
}

/** `enum` and `const` (6.1.2, 6.1.3): equal as JSON values, so that 1, 1.0 and 10e-1 are one number. */
export function checkEnum({ schema, site }: NodeContext): Check | null {
  const values = ownMember(schema, 'enum')
  if (values === undefined) return null
  const here = site('enum')
  const has = createMembership(values as readonly JsonValue[])
  return (value, run) => has(value, run) || fail(run, here)
}

export function checkConst({ schema, site }: NodeContext): Check | null {
  const constant = ownMember(schema, 'const')
  if (constant === undefined) return null
  const here = site('const')
  const has = createMembership([constant])
  return (value, run) => has(value, run) || fail(run, here)
}

function createMembership(values: readonly JsonValue[]): (value: JsonValue, run: Run) => boolean {
  const simple = new Set(values.filter(isSimple))
  const others = values.filter((value) => !isSimple(value))
  return (value, run) => (isSimple(value) ? simple.has(value) : others.some((other) => equalJson(other, value, run)))
}
