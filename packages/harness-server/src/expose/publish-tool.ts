import { TOOL_EFFECTS } from '@b10x/ports'
import type { JsonObject, PublishedTool, ToolEffect } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { invalidOption } from '../invalid-option.ts'

/** What a definition says of itself. */
export interface Described {
  readonly name: string
  readonly title?: string | undefined
  readonly description: string
  readonly inputSchema: JsonObject
  readonly effect: unknown
  readonly source: 'jobs' | 'agents' | 'tools'
}

const NAME = /^[A-Za-z0-9_-]{1,64}$/

/**
 * What clients will see, checked and frozen.
 * @throws GovernedError `option_invalid` for a name, a description or a schema, `effect_undeclared`
 */
export function publishTool({ name, title, description, inputSchema, effect, source }: Described): PublishedTool & { readonly effect: ToolEffect } {
  if (typeof name !== 'string' || !NAME.test(name)) throw invalidOption(source, 'a name is not 1 to 64 letters, digits, _ and -')
  if (typeof description !== 'string' || description === '') throw invalidOption(source, 'a description is missing')
  if (title !== undefined && typeof title !== 'string') throw invalidOption(source, 'a title is no text')
  if (!isObject(inputSchema) || inputSchema['type'] !== 'object') throw invalidOption(source, 'an input schema is not of type object')
  if (!isToolEffect(effect)) throw new GovernedError('effect_undeclared', { tool: name })
  return Object.freeze({ name, ...(title === undefined ? {} : { title }), description, inputSchema, effect, prose: 'local' as const, source })
}

export function isToolEffect(value: unknown): value is ToolEffect {
  return TOOL_EFFECTS.includes(value as ToolEffect)
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
