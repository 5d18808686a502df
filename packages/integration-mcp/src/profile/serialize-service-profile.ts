import { serializeSnapshot, stringifyJson } from '@b10x/mcp-foundation'
import type { JsonObject } from '@b10x/mcp-foundation'
import type { ServiceProfile } from './service-profile.ts'

/**
 * The profile file: pretty-printed JSON in the order of docs/formats/service-profile.md. It is written as it is: what
 * does not hold is refused by whoever reads it.
 */
export function serializeServiceProfile(profile: ServiceProfile): string {
  const { contract, serviceRef, connection, provider, foundation, snapshot } = profile
  const head = { contract, serviceRef, connection: { ...connection }, provider: { ...provider }, ...(foundation === null ? {} : { foundation: { ...foundation } }) }
  // An own member, also where a tool is called `__proto__`.
  const operations = Object.fromEntries(profile.operations.map(({ remoteName, ...operation }) => [remoteName, operation]))
  const members = [...Object.entries(head), ['operations', operations]] as const
  const lines = members.map(([name, value]) => `  ${JSON.stringify(name)}: ${indented(stringifyJson(value as unknown as JsonObject, 2))}`)
  return `{\n${[...lines, `  "snapshot": ${indented(serializeSnapshot(snapshot).trimEnd())}`].join(',\n')}\n}\n`
}

/** No text of JSON holds a line break: every line is one of the layout. */
function indented(text: string): string {
  return text.replaceAll('\n', '\n  ')
}
