import type { JsonObject, PublishedTool } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { ServerState } from './server-state.ts'

type SchemaObject = Parameters<ServerState['validator']['validate']>[0]

/**
 * Holds the arguments to the input schema, before the port hears of the call.
 * @throws GovernedError `arguments_invalid` with pointers and keywords, `bound_exceeded` for `maxSchemaSteps`,
 *   `schema_unsupported`
 */
export function judgeArguments(server: ServerState, tool: PublishedTool, args: JsonObject): void {
  const verdict = server.validator.validate(tool.inputSchema as SchemaObject, args as SchemaObject)
  if (verdict.kind === 'valid') return
  if (verdict.kind === 'refused') {
    if (verdict.reason !== 'too_many_steps') throw new GovernedError('schema_unsupported', { tool: tool.name, reason: verdict.reason })
    const limit = server.bounds.maxSchemaSteps
    throw new GovernedError('bound_exceeded', { bound: 'maxSchemaSteps', limit, seen: limit + 1 })
  }
  const violations = verdict.violations.map(({ pointer, keyword }) => ({ pointer, keyword }))
  throw new GovernedError('arguments_invalid', { pointer: violations[0]?.pointer ?? '', reason: 'schema', violations })
}
