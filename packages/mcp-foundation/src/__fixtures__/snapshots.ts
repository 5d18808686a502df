// Listings for tests: small ones by hand, and random ones.
import fc from 'fast-check'
import { DEFAULT_BOUNDS } from '../bounds/default-bounds.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { parseJson } from '../json/parse-json.ts'
import { freezeSnapshot } from '../snapshot/freeze-snapshot.ts'
import type { Listing } from '../snapshot/freeze-snapshot.ts'
import type { ToolSnapshot } from '../snapshot/tool-snapshot.ts'
import { jsonValues, strings } from './json-arbitraries.ts'

export function listingOf(descriptors: readonly JsonValue[], part: Partial<Listing> = {}): Listing {
  return {
    era: 'modern',
    protocolVersion: '2026-07-28',
    endpoint: { transport: 'streamable-http', url: 'https://tools.example/mcp' },
    authorization: 'none',
    server: { name: 'example', version: '1' },
    capabilities: { tools: {} },
    instructions: null,
    ...part,
    descriptors
  }
}

export function snapshotOf(descriptors: readonly JsonValue[], part: Partial<Listing> = {}): ToolSnapshot {
  return freezeSnapshot(listingOf(descriptors, part), DEFAULT_BOUNDS)
}

/** A descriptor by its JSON text. */
export function descriptor(text: string): JsonObject {
  return parseJson(text) as JsonObject
}

/** A usable tool with further members. */
export function toolNamed(name: string, members: JsonObject = {}): JsonObject {
  return { name, inputSchema: { type: 'object' }, ...members }
}

const optional = { freq: 2 }

/** A descriptor with a name and whatever else, in its own place and in unknown ones. */
export const descriptorsWithoutName: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.record(
      {
        title: strings,
        description: strings,
        inputSchema: fc.record({ type: fc.constant('object'), properties: fc.dictionary(strings, jsonValues, { maxKeys: 3 }), required: fc.array(strings, { maxLength: 3 }) }),
        outputSchema: jsonValues,
        annotations: fc.record({ title: strings, readOnlyHint: fc.boolean(), destructiveHint: fc.boolean() }, { requiredKeys: [] }),
        icons: jsonValues,
        _meta: jsonValues,
        execution: jsonValues
      },
      { requiredKeys: ['inputSchema'] }
    ),
    fc.option(fc.tuple(strings, jsonValues), optional)
  )
  .map(([members, unknown]) => (unknown === null ? members : { ...Object.fromEntries([unknown]), ...members }))

/** Descriptors as a server may list them: named ones without duplicates, nameless ones, and things that are no object. */
export const descriptorLists: fc.Arbitrary<readonly JsonValue[]> = fc
  .tuple(
    fc.uniqueArray(fc.tuple(strings, descriptorsWithoutName), { selector: ([name]) => name, maxLength: 5 }),
    fc.array(jsonValues, { maxLength: 2 })
  )
  .map(([named, others]) => [
    ...named.map(([name, members]): JsonValue => ({ ...members, name })),
    ...others.map((other) => (typeof other === 'object' && other !== null && 'name' in other ? [other] : other))
  ])

/** A whole listing with random evidence. */
export const listings: fc.Arbitrary<Listing> = fc
  .record({
    revision: fc.constantFrom(['modern', '2026-07-28'] as const, ['legacy', '2025-11-25'] as const, ['legacy', '2024-11-05'] as const),
    endpoint: fc.oneof(
      fc.record({ transport: fc.constantFrom('streamable-http' as const, 'sse' as const), url: strings }),
      fc.record({ transport: fc.constant('stdio' as const), command: fc.array(strings, { maxLength: 3 }), program: strings }),
      fc.record({
        transport: fc.constant('stdio' as const),
        command: fc.array(strings, { maxLength: 3 }),
        program: strings,
        package: fc.record({ name: strings, version: strings, integrity: strings }, { requiredKeys: ['name', 'version'] })
      })
    ),
    authorization: strings,
    server: jsonValues,
    capabilities: jsonValues,
    instructions: jsonValues,
    descriptors: descriptorLists
  })
  .map(({ revision: [era, protocolVersion], ...rest }) => ({ era, protocolVersion, ...rest }))
