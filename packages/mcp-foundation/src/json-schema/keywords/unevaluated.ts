// Judged after all other keywords of their schema, by what those looked at (JSON Schema 2020-12, Core 11).
import { isJsonObject, ownMember } from '../../json/is-json-object.ts'
import type { JsonValue } from '../../json/json-value.ts'
import { isCollecting, spend } from '../run.ts'
import type { Check } from '../run.ts'
import { judgeMember } from '../schema-node.ts'
import type { NodeContext } from '../schema-node.ts'

export function checkUnevaluatedItems({ schema, site, node }: NodeContext): Check | null {
  const others = ownMember(schema, 'unevaluatedItems')
  if (others === undefined) return null
  const each = node(others, site('unevaluatedItems'))
  return (value, run, evaluated) => {
    if (!Array.isArray(value) || evaluated === null) return true
    let all = true
    for (let index = evaluated.items; index < value.length; index += 1) {
      spend(run, 1)
      if (evaluated.scattered.has(index) || judgeMember(each, index, value[index] as JsonValue, run)) continue
      all = false
      if (!isCollecting(run)) break
    }
    evaluated.items = Infinity
    return all
  }
}

export function checkUnevaluatedProperties({ schema, site, node }: NodeContext): Check | null {
  const others = ownMember(schema, 'unevaluatedProperties')
  if (others === undefined) return null
  const each = node(others, site('unevaluatedProperties'))
  return (value, run, evaluated) => {
    if (!isJsonObject(value) || evaluated === null) return true
    let all = true
    for (const name of evaluated.allNames ? [] : Object.keys(value)) {
      spend(run, 1)
      if (evaluated.names.has(name) || judgeMember(each, name, value[name] as JsonValue, run)) continue
      all = false
      if (!isCollecting(run)) break
    }
    evaluated.allNames = true
    return all
  }
}
