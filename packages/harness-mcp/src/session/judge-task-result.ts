import { DEFAULT_BOUNDS, parseJson, stringifyJson } from '@b10x/mcp-foundation'
import type { JsonObject as FoundationObject } from '@b10x/mcp-foundation'
import type { JsonObject, JsonValue } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { invalidOption } from '../admission/invalid-option.ts'

/** What a task demands of its last answer. */
export interface TaskDemand {
  /** For the model: what to answer with. */
  readonly text: string
  /** @throws GovernedError `result_mismatch` */
  judge(answer: string): JsonValue
}

/** @throws GovernedError `option_invalid` for a schema that nothing can be judged by */
export async function demandResult(schema: JsonObject): Promise<TaskDemand> {
  // Schemas are compiled by a part of the foundation that most sessions never need.
  const { createSchemaValidator } = await import('@b10x/mcp-foundation/json-schema')
  const validator = createSchemaValidator(DEFAULT_BOUNDS)
  const frozen = readBack(schema)
  const trial = validator.validate(frozen, null)
  if (trial.kind === 'refused') throw invalidOption('resultSchema', `it cannot be judged by: ${trial.reason}`)
  return {
    text: `Answer with one JSON value and nothing else. It has to satisfy this JSON Schema:\n${stringifyJson(frozen)}`,
    judge(answer) {
      const value = readAnswer(answer)
      const verdict = validator.validate(frozen, value)
      if (verdict.kind === 'valid') return value
      const pointer = verdict.kind === 'invalid' ? (verdict.violations[0]?.pointer ?? '') : ''
      throw new GovernedError('result_mismatch', { pointer: ownPart(pointer, namesIn(frozen)) })
    }
  }
}

/** A copy of our own, that nobody changes while it judges. */
function readBack(schema: JsonObject): FoundationObject {
  try {
    return parseJson(stringifyJson(schema as FoundationObject)) as FoundationObject
  } catch {
    throw invalidOption('resultSchema', 'it is no JSON')
  }
}

/** The value alone, or as the only thing in one Markdown code block, as models like to write it. */
const ONE_BLOCK = /^\s*```(?:json)?[ \t]*\n(.*)\n[ \t]*```\s*$/s

function readAnswer(answer: string): ReturnType<typeof parseJson> {
  try {
    return parseJson(ONE_BLOCK.exec(answer)?.[1] ?? answer)
  } catch (error) {
    throw new GovernedError('result_mismatch', { pointer: '' }, { cause: error })
  }
}

/** A pointer goes as far as the schema knows the names in it: the rest are words of the model. */
function ownPart(pointer: string, names: ReadonlySet<string>): string {
  const segments = pointer.split('/').slice(1)
  const end = segments.findIndex((segment) => !names.has(segment) && !/^\d+$/.test(segment))
  return segments
    .slice(0, end === -1 ? segments.length : end)
    .map((segment) => `/${segment}`)
    .join('')
}

/** Every member name at any depth of the schema, escaped as pointers have it. */
function namesIn(value: JsonValue): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return new Set()
  const below = Object.values(value).flatMap((member: JsonValue) => [...namesIn(member)])
  const own = Array.isArray(value) ? [] : Object.keys(value).map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1'))
  return new Set([...own, ...below])
}
