import path from 'node:path'
import { describeEntry } from './describe-entry.ts'
import type { EntryPlace, TextPairs } from './describe-entry.ts'
import type { JsoncValue } from './read-jsonc.ts'
import type { ServerTarget } from './server-target.ts'

export interface EntryContext extends EntryPlace {
  /** Absolute: where a relative `cwd` starts, and the default. */
  readonly folder: string
  readonly expand: (text: string) => string
}

/**
 * One entry of a server list with its variables filled in.
 * @throws GovernedError `config_invalid` with the pointer of the member that cannot be used
 */
export function readServerEntry(entry: JsoncValue, context: EntryContext): ServerTarget {
  const { expand, folder } = context
  const described = describeEntry(entry, context)
  const pairs = (texts: TextPairs): TextPairs => texts.map(([name, value]) => [name, expand(value)])
  if (described.kind === 'stdio') {
    const { command, args, cwd, env } = described
    return {
      kind: 'stdio',
      command: expand(command),
      args: args.map(expand),
      cwd: path.resolve(folder, expand(cwd ?? '.')),
      env: Object.fromEntries(pairs(env))
    }
  }
  return {
    kind: 'http',
    url: expand(described.url),
    headers: pairs(described.headers).map(([name, value]) => ({
      name: name.toLowerCase(),
      value,
      origin: `config-header:${name.toLowerCase()}`
    }))
  }
}
