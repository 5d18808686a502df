import { isJsonObject, ownMember } from '../json/is-json-object.ts'
import type { JsonValue } from '../json/json-value.ts'
import type { ReferenceTarget, SchemaIndex, SchemaResource } from './schema-index.ts'

/** A base for references in a schema without `$id`; it resolves, and it is nobody's address. */
export const ROOT_ADDRESS = 'b10x-schema:/root'

/** A reference as an absolute address and a fragment, still encoded. */
export function splitReference(written: string, base: string): readonly [address: string, fragment: string] {
  if (written.startsWith('#')) return [base, written.slice(1)]
  const absolute = URL.canParse(written, base) ? new URL(written, base).href : written
  const hash = absolute.indexOf('#')
  return hash === -1 ? [absolute, ''] : [absolute.slice(0, hash), absolute.slice(hash + 1)]
}

/** What a reference ends at, or null. Nothing is ever fetched (JSON Schema 2020-12, Core 8.2). */
export function resolveReference(
  index: Pick<SchemaIndex, 'places' | 'resources'>,
  written: string,
  from: SchemaResource
): ReferenceTarget | null {
  const [address, fragment] = splitReference(written, from.address)
  const resource = index.resources.get(address)
  if (resource === undefined) return null
  if (fragment === '') return { schema: resource.root, resource }
  if (fragment.startsWith('/')) return followPointer(index, decodeFragment(fragment), resource)
  const schema = resource.anchors.get(decodeFragment(fragment))
  return schema === undefined ? null : { schema, resource }
}

/** The name of the anchor that a reference asks for, or null when it asks for something else. */
export function anchorNameOf(written: string): string | null {
  const hash = written.indexOf('#')
  const fragment = hash === -1 ? '' : decodeFragment(written.slice(hash + 1))
  return fragment === '' || fragment.startsWith('/') ? null : fragment
}

/** Step by step, since the way may lead into an embedded resource, whose base holds from there on. */
function followPointer(index: Pick<SchemaIndex, 'places'>, pointer: string, start: SchemaResource): ReferenceTarget | null {
  let resource = start
  let value: JsonValue | undefined = start.root
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value)) value = /^(?:0|[1-9]\d*)$/.test(name) ? (value as readonly JsonValue[])[Number(name)] : undefined
    else value = isJsonObject(value) ? ownMember(value, name) : undefined
    if (isJsonObject(value)) resource = index.places.get(value) ?? resource
  }
  return isJsonObject(value) || typeof value === 'boolean' ? { schema: value, resource } : null
}

function decodeFragment(fragment: string): string {
  if (!fragment.includes('%')) return fragment
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
