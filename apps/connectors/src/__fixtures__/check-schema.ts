import { readFileSync } from 'node:fs'
import { parseJson } from '@b10x/mcp-foundation'
import type { JsonObject } from '@b10x/mcp-foundation'
import { createSchemaValidator } from '@b10x/mcp-foundation/json-schema'

const validator = createSchemaValidator({ maxSchemaNodes: 10_000, maxSchemaSteps: 5_000_000 })

/** Where a document differs from the schema file of that name; empty when it fits. */
export function schemaFaults(name: string, text: string): readonly string[] {
  const schema = parseJson(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8')) as JsonObject
  const verdict = validator.validate(schema, parseJson(text))
  if (verdict.kind === 'refused') throw new TypeError(`The schema ${name} cannot be judged by: ${verdict.reason}`)
  return verdict.kind === 'valid' ? [] : verdict.violations.map(({ pointer, keyword }) => `${pointer}: ${keyword}`)
}
