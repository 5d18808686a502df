import { isJsonObject, ownMember } from '../../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../../json/json-value.ts'
import { escapePointer } from '../../json/write-json.ts'
import { fail, isCollecting, spend } from '../run.ts'
import type { Check } from '../run.ts'
import { judgeMember, judgeQuietly } from '../schema-node.ts'
import type { NodeContext, SchemaNode } from '../schema-node.ts'
import { createMatcher } from './strings.ts'

/** `minProperties` and `maxProperties` (Validation 6.5). */
export function checkMemberCount({ schema, site }: NodeContext): Check | null {
  const least = ownMember(schema, 'minProperties')
  const most = ownMember(schema, 'maxProperties')
  if (least === undefined && most === undefined) return null
  const min = least === undefined ? 0 : Number(least)
  const max = most === undefined ? Infinity : Number(most)
  const tooFew = site('minProperties')
  const tooMany = site('maxProperties')
  return (value, run) => {
    if (!isJsonObject(value)) return true
    const count = Object.keys(value).length
    spend(run, count)
    if (count < min) return fail(run, tooFew)
    return count <= max || fail(run, tooMany)
  }
}

/** `required` (6.5.3). A failure names the position of the missing name. */
export function checkRequired({ schema, site }: NodeContext): Check | null {
  const required = ownMember(schema, 'required')
  if (required === undefined) return null
  const names = required as readonly string[]
  const here = site('required')
  return (value, run) => {
    if (!isJsonObject(value)) return true
    spend(run, names.length)
    let all = true
    for (const [index, name] of names.entries()) {
      if (Object.hasOwn(value, name)) continue
      all = fail(run, here, `/${index}`)
      if (!isCollecting(run)) break
    }
    return all
  }
}

/** `dependentRequired` (6.5.4), and `dependencies` where it holds names (draft-07, Validation 6.5.7). */
export function checkDependentNames({ schema, site }: NodeContext): Check | null {
  const entries = ['dependentRequired', 'dependencies'].flatMap((keyword) => {
    const map = ownMember(schema, keyword)
    const members = isJsonObject(map) ? Object.entries(map) : []
    return members.flatMap(([name, names]) =>
      Array.isArray(names) ? [{ name, names: names as readonly string[], here: site(keyword, `/${escapePointer(name)}`) }] : []
    )
  })
  if (entries.length === 0) return null
  return (value, run) => {
    if (!isJsonObject(value)) return true
    let all = true
    for (const { name, names, here } of entries) {
      spend(run, 1)
      if (!Object.hasOwn(value, name)) continue
      spend(run, names.length)
      if (!names.every((other) => Object.hasOwn(value, other))) all = fail(run, here)
    }
    return all
  }
}

/** `properties`, `patternProperties` and `additionalProperties` (Core 10.3.2). */
export function checkMembers({ schema, site, node }: NodeContext): Check | null {
  const others = ownMember(schema, 'additionalProperties')
  const named = membersOf(schema, 'properties')
  const patterned = membersOf(schema, 'patternProperties')
  if (others === undefined && named.length === 0 && patterned.length === 0) return null
  const properties = new Map(named.map(([name, each]) => [name, node(each, site('properties', `/${escapePointer(name)}`))]))
  if (others === undefined && patterned.length === 0) return checkNamedMembers(properties)
  const patterns = patterned.map(([pattern, each]) => ({
    matches: createMatcher(pattern),
    each: node(each, site('patternProperties', `/${escapePointer(pattern)}`))
  }))
  const rest = others === undefined ? null : node(others, site('additionalProperties'))
  return (value, run, evaluated) => {
    if (!isJsonObject(value)) return true
    const names = Object.keys(value)
    spend(run, 2 * names.length)
    let all = true
    for (const name of names) {
      const member = value[name] as JsonValue
      const property = properties.get(name)
      let known = property !== undefined
      if (property !== undefined && !judgeMember(property, name, member, run)) all = false
      for (const { matches, each } of patterns) {
        if (!matches(name, run)) continue
        known = true
        if (!judgeMember(each, name, member, run)) all = false
      }
      if (!known && rest !== null && !judgeMember(rest, name, member, run)) all = false
      if (!all && !isCollecting(run)) return false
      if (known) evaluated?.names.add(name)
    }
    if (rest !== null && evaluated !== null) evaluated.allNames = true
    return all
  }
}

/** `properties` alone asks for what it names, whatever else there is. */
function checkNamedMembers(properties: ReadonlyMap<string, SchemaNode>): Check {
  return (value, run, evaluated) => {
    if (!isJsonObject(value)) return true
    spend(run, properties.size)
    let all = true
    for (const [name, each] of properties) {
      if (!Object.hasOwn(value, name)) continue
      evaluated?.names.add(name)
      if (judgeMember(each, name, value[name] as JsonValue, run)) continue
      all = false
      if (!isCollecting(run)) break
    }
    return all
  }
}

/** `propertyNames` (10.3.2.4). The name that fails is the place. */
export function checkNames({ schema, site, node }: NodeContext): Check | null {
  const names = ownMember(schema, 'propertyNames')
  if (names === undefined) return null
  const here = site('propertyNames')
  const each = node(names, here)
  return (value, run) => {
    if (!isJsonObject(value)) return true
    let all = true
    for (const name of Object.keys(value)) {
      if (judgeQuietly(each, name, run, null)) continue
      if (run.failures !== null) run.path.push(name)
      all = fail(run, here)
      if (run.failures !== null) run.path.pop()
      if (!isCollecting(run)) break
    }
    return all
  }
}

function membersOf(schema: JsonObject, keyword: string): readonly [string, JsonValue][] {
  const map = ownMember(schema, keyword)
  return isJsonObject(map) ? Object.entries(map) : []
}
