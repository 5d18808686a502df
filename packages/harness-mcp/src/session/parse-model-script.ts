import { ExactNumber, parseJson } from '@b10x/mcp-foundation'
import type { JsonObject, JsonValue } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import type { ModelScriptStep, ScriptExpectation, ScriptedCall } from './model-script.ts'

/**
 * Reads a script: a JSON array of steps, strictly and without loss.
 * @param file for refusals: what the text was read from
 * @throws GovernedError `config_invalid` with a pointer, `json_invalid`, `bound_exceeded` for its depth
 */
export function parseModelScript(text: string, file: string = 'script'): readonly ModelScriptStep[] {
  const refuse: Refuse = (pointer, reason) => {
    throw new GovernedError('config_invalid', { file, pointer, reason })
  }
  const steps: JsonValue = parseJson(text)
  if (!isList(steps)) return refuse('', 'not_an_array')
  return steps.map((step, index) => readStep(step, `/${index}`, refuse))
}

type Refuse = (pointer: string, reason: string) => never

function readStep(step: JsonValue, pointer: string, refuse: Refuse): ModelScriptStep {
  const { say, call, expect } = membersOf(step, ['say', 'call', 'expect'], pointer, refuse)
  if (say === undefined && call === undefined) refuse(pointer, 'no_answer')
  if (isList(call) && call.length === 0) refuse(`${pointer}/call`, 'empty')
  return {
    ...(say === undefined ? {} : { say: readText(say, `${pointer}/say`, refuse) }),
    ...(call === undefined ? {} : { call: readAll(call, `${pointer}/call`, refuse, readCall) }),
    ...(expect === undefined ? {} : { expect: readAll(expect, `${pointer}/expect`, refuse, readExpectation) })
  }
}

function readAll<T>(value: JsonValue, pointer: string, refuse: Refuse, read: (value: JsonValue, pointer: string, refuse: Refuse) => T): readonly T[] {
  return isList(value) ? value.map((one, index) => read(one, `${pointer}/${index}`, refuse)) : [read(value, pointer, refuse)]
}

function readCall(value: JsonValue, pointer: string, refuse: Refuse): ScriptedCall {
  const { tool, arguments: args } = membersOf(value, ['tool', 'arguments'], pointer, refuse)
  if (tool === undefined) return refuse(pointer, 'missing_member')
  const name = readText(tool, `${pointer}/tool`, refuse)
  if (args === undefined) return { tool: name }
  return isObject(args) ? { tool: name, arguments: args } : refuse(`${pointer}/arguments`, 'not_an_object')
}

function readExpectation(value: JsonValue, pointer: string, refuse: Refuse): ScriptExpectation {
  const { refused, contains } = membersOf(value, ['refused', 'contains'], pointer, refuse)
  return {
    ...(refused === undefined ? {} : { refused: refused === false ? false : readText(refused, `${pointer}/refused`, refuse) }),
    ...(contains === undefined ? {} : { contains: readText(contains, `${pointer}/contains`, refuse) })
  }
}

/** The members of an object that has no other ones. */
function membersOf(value: JsonValue, known: readonly string[], pointer: string, refuse: Refuse): JsonObject {
  if (!isObject(value)) return refuse(pointer, 'not_an_object')
  for (const name of Object.keys(value)) if (!known.includes(name)) refuse(pointer, 'unknown_member')
  return value
}

function readText(value: JsonValue, pointer: string, refuse: Refuse): string {
  return typeof value === 'string' ? value : refuse(pointer, 'not_a_string')
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
}
