import { createHash } from 'node:crypto'
import { EFFECT_FACTS } from '@b10x/ports'
import type { JsonObject, JsonValue, PublishedTool, ToolEffect, ToolPort } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { NameOrigin } from '@b10x/ports/errors'
import { readHeaderAnnotations } from './header-annotations.ts'
import type { HeaderAnnotation } from './header-annotations.ts'
import { ownMember } from './json-members.ts'
import { canonicalText, jsonText } from './json-text.ts'

/** One tool, looked up by its name. */
export interface ServedTool {
  readonly tool: PublishedTool
  readonly headers: readonly HeaderAnnotation[]
}

/** One page of a list: its descriptors as JSON text, and how to ask for the next. */
export interface ListPage {
  readonly text: string
  readonly nextCursor: string | null
}

/** Everything that follows from one set of tools, made once. */
export interface ToolTable {
  readonly port: ToolPort
  readonly tools: ReadonlyMap<string, ServedTool>
  /** By cursor; the first page has the empty name. */
  readonly modernPages: ReadonlyMap<string, ListPage>
  readonly legacyPages: ReadonlyMap<string, ListPage>
}

const NAME = /^[A-Za-z0-9_-]{1,64}$/
/** Many clients read the first page alone: pages are as large as clients take them. */
const PAGE_TOOLS = 1_000
const PAGE_CHARACTERS = 1_048_576

/**
 * @throws GovernedError `option_invalid` for a name outside `[A-Za-z0-9_-]{1,64}`, an input schema whose root is no object
 *   type, or a bad `x-mcp-header`; `tool_name_collision` for two tools of one name
 */
export function buildToolTable(port: ToolPort): ToolTable {
  const tools = new Map<string, ServedTool>()
  const modern: string[] = []
  const legacy: string[] = []
  for (const [index, tool] of port.tools.entries()) {
    const { name } = tool
    const refuse = (reason: string): GovernedError => new GovernedError('option_invalid', { option: `tools[${index}].${reason}`, reason: 'value' })
    if (typeof name !== 'string' || !NAME.test(name)) throw refuse('name')
    const twin = tools.get(name)?.tool
    if (twin !== undefined) {
      throw new GovernedError('tool_name_collision', { name, origins: [twin, tool].map(originOf) })
    }
    if (ownMember(tool.inputSchema, 'type') !== 'object') throw refuse('inputSchema.type')
    const headers = readHeaderAnnotations(tool.inputSchema)
    if (headers === null) throw refuse('inputSchema.x-mcp-header')
    tools.set(name, { tool, headers })
    const text = jsonText(describe(tool, tool.outputSchema))
    modern.push(text)
    // Before 2026-07-28 an output schema has an object at its root; elsewhere it is left out, never rewritten.
    const fits = tool.outputSchema === undefined || ownMember(tool.outputSchema, 'type') === 'object'
    legacy.push(fits ? text : jsonText(describe(tool, undefined)))
  }
  return { port, tools, modernPages: paginate(modern), legacyPages: paginate(legacy) }
}

/** True for an effect of ours: any other word says as little as none. */
export function hasEffect(tool: PublishedTool): tool is PublishedTool & { readonly effect: ToolEffect } {
  return tool.effect !== undefined && Object.hasOwn(EFFECT_FACTS, tool.effect)
}

function originOf(tool: PublishedTool): NameOrigin {
  const digest = createHash('sha256').update(canonicalText(describe(tool, tool.outputSchema))).digest('hex')
  return { source: tool.source, toolDigest: `sha256:${digest}` }
}

/** The descriptor as the protocol has it. A tool without an effect has no annotations: it may do anything. */
function describe(tool: PublishedTool, outputSchema: JsonObject | undefined): JsonObject {
  const members: Record<string, JsonValue> = { name: tool.name }
  if (tool.title !== undefined) members['title'] = tool.title
  members['description'] = tool.description
  members['inputSchema'] = tool.inputSchema as JsonValue
  if (outputSchema !== undefined) members['outputSchema'] = outputSchema
  if (hasEffect(tool)) members['annotations'] = { ...EFFECT_FACTS[tool.effect].annotations }
  return members
}

/** Cursors name the list they belong to: one of another list is unknown, not a page of this one. */
function paginate(descriptors: readonly string[]): ReadonlyMap<string, ListPage> {
  const groups: string[][] = [[]]
  let characters = 0
  for (const text of descriptors) {
    let group = groups[groups.length - 1] as string[]
    if (group.length > 0 && (group.length >= PAGE_TOOLS || characters + text.length > PAGE_CHARACTERS)) {
      group = []
      groups.push(group)
      characters = 0
    }
    group.push(text)
    characters += text.length
  }
  const digest = createHash('sha256').update(descriptors.join('\n')).digest('hex').slice(0, 16)
  const cursor = (index: number): string => (index === 0 ? '' : Buffer.from(`${digest}.${index}`).toString('base64url'))
  return new Map(groups.map((group, index) => [cursor(index), { text: `[${group.join(',')}]`, nextCursor: index + 1 < groups.length ? cursor(index + 1) : null }]))
}
