import { ownMember } from '../../json/is-json-object.ts'
import type { Check } from '../run.ts'
import { judge } from '../schema-node.ts'
import type { NodeContext } from '../schema-node.ts'
import { anchorNameOf } from '../resolve-reference.ts'

/** `$ref` (Core 8.2.3.1). */
export function checkReference({ schema, site, reference }: NodeContext): Check | null {
  const written = ownMember(schema, '$ref')
  if (typeof written !== 'string') return null
  const target = reference(written, site('$ref'))
  return (value, run, evaluated) => judge(target, value, run, evaluated)
}

/**
 * `$dynamicRef` (8.2.3.2). Where its target is a dynamic anchor, the outermost resource on the way here that has an
 * anchor of that name decides.
 */
export function checkDynamicReference({ schema, site, reference, nodeIn }: NodeContext): Check | null {
  const written = ownMember(schema, '$dynamicRef')
  if (typeof written !== 'string') return null
  const target = reference(written, site('$dynamicRef'))
  const name = anchorNameOf(written)
  const isDynamic = name !== null && target.resource.dynamicAnchors.get(name) === target.schema
  if (!isDynamic) return (value, run, evaluated) => judge(target, value, run, evaluated)
  return (value, run, evaluated) => {
    for (const resource of run.scope ?? []) {
      const outer = resource.dynamicAnchors.get(name)
      if (outer !== undefined) return judge(nodeIn(resource, outer), value, run, evaluated)
    }
    return judge(target, value, run, evaluated)
  }
}
