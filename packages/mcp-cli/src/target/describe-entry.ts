import { GovernedError } from '@b10x/ports/errors'
import { childPointer, isJsoncObject } from './read-jsonc.ts'
import type { JsoncObject, JsoncValue } from './read-jsonc.ts'

export type TextPairs = readonly (readonly [name: string, value: string])[]

/** One entry of a server list as it is written, variables not filled in. */
export type ServerEntry =
  | {
      readonly kind: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly cwd: string | null
      readonly env: TextPairs
    }
  | { readonly kind: 'http'; readonly url: string; readonly headers: TextPairs }

/** Where the entry stands, for errors. */
export interface EntryPlace {
  readonly file: string
  readonly pointer: string
}

const HTTP_TYPES: readonly string[] = ['http', 'streamable-http', 'streamableHttp']

/** `url` is everybody's, `serverUrl` Windsurf's, `httpUrl` Gemini CLI's. */
const ADDRESS_MEMBERS = ['url', 'serverUrl', 'httpUrl'] as const

/** The members that we understand; the others are the business of the program that owns the file. */
export const ENTRY_MEMBERS: readonly string[] = ['type', 'command', 'args', 'cwd', 'env', 'headers', 'disabled', ...ADDRESS_MEMBERS]

/**
 * One entry of a server list: `command`, `args`, `env`, `cwd`, or an address and `headers`, told apart by `type` where it
 * is given.
 * @throws GovernedError `config_invalid` with the pointer of the member that cannot be used
 */
export function describeEntry(entry: JsoncValue, place: EntryPlace): ServerEntry {
  if (!isJsoncObject(entry)) throw invalid(place, null, 'not_an_object')
  const type = entry.get('type')
  const hasCommand = entry.has('command')
  const [address, second] = ADDRESS_MEMBERS.filter((member) => entry.has(member))
  if (hasCommand && address !== undefined) throw invalid(place, address, 'command_and_url')
  if (second !== undefined) throw invalid(place, second, 'two_addresses')
  if (type === undefined || type === 'stdio') {
    if (hasCommand) return describeStdio(entry, place)
    if (type === 'stdio') throw invalid(place, 'command', 'missing')
  }
  if (type !== undefined && !HTTP_TYPES.includes(String(type))) throw invalid(place, 'type', 'transport_unsupported')
  if (address === undefined) throw invalid(place, null, 'command_or_url_missing')
  return { kind: 'http', url: readText(entry.get(address), address, place), headers: readPairs(entry, 'headers', place) }
}

function describeStdio(entry: JsoncObject, place: EntryPlace): ServerEntry {
  // A file with more variables: to ignore it would start another server than the file describes.
  if (entry.has('envFile')) throw invalid(place, 'envFile', 'unsupported')
  const args = entry.get('args') ?? []
  if (!Array.isArray(args)) throw invalid(place, 'args', 'not_an_array')
  const command = readText(entry.get('command'), 'command', place)
  if (command === '') throw invalid(place, 'command', 'empty')
  return {
    kind: 'stdio',
    command,
    args: args.map((arg: JsoncValue, index) => readText(arg, `args/${index}`, place)),
    cwd: entry.has('cwd') ? readText(entry.get('cwd'), 'cwd', place) : null,
    env: readPairs(entry, 'env', place)
  }
}

function readPairs(entry: JsoncObject, member: string, place: EntryPlace): TextPairs {
  const pairs = entry.get(member)
  if (pairs === undefined) return []
  if (!isJsoncObject(pairs)) throw invalid(place, member, 'not_an_object')
  return [...pairs].map(([name, value]) => {
    // VS Code's format has numbers here too. Its null (unset) is refused: it would be a promise about inheritance.
    const text = typeof value === 'number' ? String(value) : value
    return [name, readText(text, `${member}${childPointer('', name)}`, place)]
  })
}

function readText(value: JsoncValue | undefined, member: string, place: EntryPlace): string {
  if (typeof value !== 'string') throw invalid(place, member, 'not_a_string')
  return value
}

function invalid(place: EntryPlace, member: string | null, reason: string): GovernedError {
  const pointer = member === null ? place.pointer : `${place.pointer}/${member}`
  return new GovernedError('config_invalid', { file: place.file, pointer, reason })
}
