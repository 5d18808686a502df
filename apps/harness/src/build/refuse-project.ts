import { attachOperatorFacts } from '@b10x/mcp-cli/terminal'
import type { JsonObject } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'

/**
 * Ends a build because of what the project, or a package that it needs, looks like.
 * @param file relative to the project, or the name of a package with `/package.json`
 * @throws GovernedError `config_invalid`
 */
export function refuseProject(file: string, pointer: string, reason: string, facts: JsonObject = {}): never {
  throw attachOperatorFacts(new GovernedError('config_invalid', { file, pointer, reason }), facts)
}

/** One step of an RFC 6901 pointer. */
export const pointerStep = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
