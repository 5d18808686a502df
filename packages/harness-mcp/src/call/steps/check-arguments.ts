import type { JsonObject } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import type { GovernedTool } from '../authority.ts'

/**
 * Holds the arguments to the frozen schema, before anybody is asked about them. The schema's own names go to `cause`.
 * @throws GovernedError `arguments_invalid` schema, `bound_exceeded` for `maxSchemaSteps`, `schema_unsupported`
 */
export function checkArguments({ remote, inputSchema, published }: GovernedTool, args: JsonObject): void {
  const verdict = remote.validator.validate(inputSchema, args)
  if (verdict.kind === 'valid') return
  if (verdict.kind === 'refused') {
    if (verdict.reason !== 'too_many_steps') throw new GovernedError('schema_unsupported', { tool: published.name, reason: verdict.reason })
    const limit = remote.bounds.maxSchemaSteps
    throw new GovernedError('bound_exceeded', { bound: 'maxSchemaSteps', limit, seen: limit + 1 })
  }
  const violations = verdict.violations.map(({ pointer, keyword }) => ({ pointer, keyword }))
  const pointer = violations[0]?.pointer ?? ''
  throw new GovernedError('arguments_invalid', { pointer, reason: 'schema', violations }, { cause: verdict.violations })
}
