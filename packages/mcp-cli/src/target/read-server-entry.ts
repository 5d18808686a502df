import path from 'node:path'
import { GovernedError } from '@b10x/ports/errors'
import { childPointer, isJsoncObject } from './read-jsonc.ts'
import type { JsoncObject, JsoncValue } from './read-jsonc.ts'
import type { ServerTarget } from './server-target.ts'

export interface EntryContext {
  readonly file: string
  readonly pointer: string
  /** Absolute: where a relative `cwd` starts, and the default. */
  readonly folder: string
  readonly expand: (text: string) => string
}

const HTTP_TYPES: readonly string[] = ['http', 'streamable-http', 'streamableHttp']

/**
 * One entry of a server list: `command`, `args`, `env`, `cwd`, or `url` and `headers`, told apart by `type` where it is
 * given.
 * @throws GovernedError `config_invalid` with the pointer of the member that cannot be used
 */
export function readServerEntry(entry: JsoncValue, context: EntryContext): ServerTarget {
  if (!isJsoncObject(entry)) throw invalid(context, null, 'not_an_object')
  const type = entry.get('type')
  const hasCommand = entry.has('command')
  if (hasCommand && entry.has('url')) throw invalid(context, 'url', 'command_and_url')
  if (type === undefined || type === 'stdio') {
    if (hasCommand) return readStdio(entry, context)
    if (type === 'stdio') throw invalid(context, 'command', 'missing')
  }
  if (type !== undefined && !HTTP_TYPES.includes(String(type))) throw invalid(context, 'type', 'transport_unsupported')
  if (!entry.has('url')) throw invalid(context, null, 'command_or_url_missing')
  return readHttp(entry, context)
}

function readStdio(entry: JsoncObject, context: EntryContext): ServerTarget {
  // A file with more variables: to ignore it would start another server than the file describes.
  if (entry.has('envFile')) throw invalid(context, 'envFile', 'unsupported')
  const args = entry.get('args') ?? []
  if (!Array.isArray(args)) throw invalid(context, 'args', 'not_an_array')
  const command = readText(entry, 'command', context)
  if (command === '') throw invalid(context, 'command', 'empty')
  return {
    kind: 'stdio',
    command,
    args: args.map((arg: JsoncValue, index) => expandText(arg, `args/${index}`, context)),
    cwd: path.resolve(context.folder, entry.has('cwd') ? readText(entry, 'cwd', context) : '.'),
    env: Object.fromEntries(readPairs(entry, 'env', context))
  }
}

function readHttp(entry: JsoncObject, context: EntryContext): ServerTarget {
  return {
    kind: 'http',
    url: readText(entry, 'url', context),
    headers: readPairs(entry, 'headers', context).map(([name, value]) => ({
      name: name.toLowerCase(),
      value,
      origin: `config-header:${name.toLowerCase()}`
    }))
  }
}

function readText(entry: JsoncObject, member: string, context: EntryContext): string {
  return expandText(entry.get(member), member, context)
}

function readPairs(entry: JsoncObject, member: string, context: EntryContext): readonly (readonly [string, string])[] {
  const pairs = entry.get(member)
  if (pairs === undefined) return []
  if (!isJsoncObject(pairs)) throw invalid(context, member, 'not_an_object')
  return [...pairs].map(([name, value]) => {
    // VS Code's format has numbers here too. Its null (unset) is refused: it would be a promise about inheritance.
    const text = typeof value === 'number' ? String(value) : value
    return [name, expandText(text, `${member}${childPointer('', name)}`, context)]
  })
}

function expandText(value: JsoncValue | undefined, member: string, context: EntryContext): string {
  if (typeof value !== 'string') throw invalid(context, member, 'not_a_string')
  return context.expand(value)
}

function invalid(context: EntryContext, member: string | null, reason: string): GovernedError {
  const pointer = member === null ? context.pointer : `${context.pointer}/${member}`
  return new GovernedError('config_invalid', { file: context.file, pointer, reason })
}
