import { writeJson } from '../json/write-json.ts'
import type { ToolSnapshot } from './tool-snapshot.ts'
import { escapeUnseen } from './unseen-characters.ts'

const SORTED = { sorted: true, indent: 2 } as const

/**
 * The snapshot file: pretty-printed JSON that reads well in a pull request. Members of the format stand in the order
 * of docs/formats/tool-snapshot.md, everything a server wrote is in canonical order: one listing gives one file. What
 * a screen does not show is written as an escape.
 */
export function serializeSnapshot(snapshot: ToolSnapshot): string {
  const tools = snapshot.tools.map((tool) => members(4, [
    ['name', tool.name],
    ['digest', tool.digest],
    ['status', tool.status],
    ['descriptor', tool.descriptor]
  ]))
  return escapeUnseen(`${members(0, [
    ['format', snapshot.format],
    ['era', snapshot.era],
    ['protocolVersion', snapshot.protocolVersion],
    ['endpoint', snapshot.endpoint],
    ['authorization', snapshot.authorization],
    ['server', snapshot.server],
    ['capabilities', snapshot.capabilities],
    ['instructions', snapshot.instructions]
  ], `,\n  "tools": [${tools.map((tool) => `\n    ${tool}`).join(',')}${tools.length === 0 ? '' : '\n  '}],\n  "digest": ${writeJson(snapshot.digest, SORTED)}`)}\n`)
}

function members(margin: number, entries: readonly (readonly [string, unknown])[], rest: string = ''): string {
  const inner = margin + 2
  const lines = entries.map(([name, value]) => `${' '.repeat(inner)}"${name}": ${writeJson(value, SORTED, inner)}`)
  return `{\n${lines.join(',\n')}${rest}\n${' '.repeat(margin)}}`
}
