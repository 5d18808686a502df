import { expect } from 'vitest'
import { DEFAULT_BOUNDS } from '../bounds/default-bounds.ts'
import type { JsonObject } from '../json/json-value.ts'
import { parseJson } from '../json/parse-json.ts'
import { createSchemaValidator } from '../json-schema/create-schema-validator.ts'

/** `valid`, `invalid`, or why nothing was decided. Both are JSON texts, so that numbers keep their digits. */
export function judgeText(schema: string, value: string): string {
  const verdict = createSchemaValidator(DEFAULT_BOUNDS).validate(parseJson(schema) as JsonObject, parseJson(value))
  if (verdict.kind === 'invalid') expect(verdict.violations).not.toEqual([])
  return verdict.kind === 'refused' ? verdict.reason : verdict.kind
}

/** A schema with texts that it allows and texts that it does not. */
export type SchemaCase = readonly [schema: string, allowed: readonly string[], refused: readonly string[]]

export function expectVerdicts(schema: string, allowed: readonly string[], refused: readonly string[]): void {
  const verdicts = (values: readonly string[]): Record<string, string> => Object.fromEntries(values.map((value) => [value, judgeText(schema, value)]))
  expect(verdicts(allowed)).toEqual(Object.fromEntries(allowed.map((value) => [value, 'valid'])))
  expect(verdicts(refused)).toEqual(Object.fromEntries(refused.map((value) => [value, 'invalid'])))
}
