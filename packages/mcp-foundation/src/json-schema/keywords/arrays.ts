import { ownMember } from '../../json/is-json-object.ts'
import type { JsonValue } from '../../json/json-value.ts'
import { areDistinct } from '../equal-json.ts'
import { fail, isCollecting, spend } from '../run.ts'
import type { Check } from '../run.ts'
import { judgeMember, judgeQuietly } from '../schema-node.ts'
import type { NodeContext, SchemaNode } from '../schema-node.ts'

/** `minItems` and `maxItems` (Validation 6.4). */
export function checkItemCount({ schema, site }: NodeContext): Check | null {
  const least = ownMember(schema, 'minItems')
  const most = ownMember(schema, 'maxItems')
  if (least === undefined && most === undefined) return null
  const min = least === undefined ? 0 : Number(least)
  const max = most === undefined ? Infinity : Number(most)
  const tooFew = site('minItems')
  const tooMany = site('maxItems')
  return (value, run) => {
    if (!Array.isArray(value)) return true
    if (value.length < min) return fail(run, tooFew)
    return value.length <= max || fail(run, tooMany)
  }
}

/** `uniqueItems` (6.4.3). */
export function checkUnique({ schema, site }: NodeContext): Check | null {
  if (ownMember(schema, 'uniqueItems') !== true) return null
  const here = site('uniqueItems')
  return (value, run) => !Array.isArray(value) || areDistinct(value as readonly JsonValue[], run) || fail(run, here)
}

/** `prefixItems` and `items` (Core 10.3.1); in draft-07 `items` and `additionalItems`. */
export function checkItems({ schema, dialect, site, node }: NodeContext): Check | null {
  const items = ownMember(schema, 'items')
  const isTuple = Array.isArray(items)
  const prefixKeyword = isTuple ? 'items' : 'prefixItems'
  const first = isTuple || dialect === '2020-12' ? ownMember(schema, prefixKeyword) : undefined
  const restKeyword = isTuple ? 'additionalItems' : 'items'
  const others = ownMember(schema, restKeyword)
  if (first === undefined && others === undefined) return null
  const prefix = ((first ?? []) as readonly JsonValue[]).map((each, index) => node(each, site(prefixKeyword, `/${index}`)))
  const rest = others === undefined ? null : node(others, site(restKeyword))
  return (value, run, evaluated) => {
    if (!Array.isArray(value)) return true
    spend(run, value.length)
    let all = true
    for (const [index, item] of (value as readonly JsonValue[]).entries()) {
      const each: SchemaNode | null = prefix[index] ?? rest
      if (each === null) break
      if (judgeMember(each, index, item, run)) continue
      all = false
      if (!isCollecting(run)) return false
    }
    if (evaluated !== null) evaluated.items = Math.max(evaluated.items, rest === null ? prefix.length : Infinity)
    return all
  }
}

/** `contains`, `minContains` and `maxContains` (Core 10.3.1.3, Validation 6.4.4 and 6.4.5). */
export function checkContains({ schema, dialect, site, node }: NodeContext): Check | null {
  const contains = ownMember(schema, 'contains')
  if (contains === undefined) return null
  const least = dialect === '2020-12' ? ownMember(schema, 'minContains') : undefined
  const most = dialect === '2020-12' ? ownMember(schema, 'maxContains') : undefined
  const min = least === undefined ? 1 : Number(least)
  const max = most === undefined ? Infinity : Number(most)
  const tooFew = site(least === undefined ? 'contains' : 'minContains')
  const tooMany = site('maxContains')
  const wanted = node(contains, site('contains'))
  return (value, run, evaluated) => {
    if (!Array.isArray(value)) return true
    let count = 0
    for (const [index, item] of (value as readonly JsonValue[]).entries()) {
      if (evaluated === null && count >= min && max === Infinity) break
      if (!judgeQuietly(wanted, item, run, null)) continue
      count += 1
      evaluated?.scattered.add(index)
      if (count > max) return fail(run, tooMany)
    }
    return count >= min || fail(run, tooFew)
  }
}
