import { GovernedError } from '@b10x/ports/errors'
import { refuseUsage } from '../arguments/refuse-usage.ts'
import { dialectOf, fixedVariables } from './client-dialect.ts'
import { createVariables } from './expand-variables.ts'
import { childPointer, readJsonc } from './read-jsonc.ts'
import type { JsoncValue } from './read-jsonc.ts'
import { readServerEntry } from './read-server-entry.ts'
import { findServerLists, isListFor } from './server-lists.ts'
import type { ServerList } from './server-lists.ts'
import type { ServerTarget } from './server-target.ts'

export interface ConfigRequest {
  readonly bytes: Uint8Array
  /** The path as the user gave it: it appears in errors. */
  readonly file: string
  /** The same path, absolute. */
  readonly absoluteFile: string
  /** The entry to use; null where the file has one. */
  readonly server: string | null
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder that we run in, absolute: its own list goes before the others (Claude Code). */
  readonly cwd: string
}

interface Found {
  readonly entry: JsoncValue
  readonly pointer: string
  readonly project: string | null
}

/**
 * Picks one server out of a file of any known shape (`mcpServers`, VS Code's `servers`, Claude Code's projects) and fills
 * in its variables.
 * @throws GovernedError `config_invalid` (`server_ambiguous` when two other projects have that name), `variable_missing`
 * (all missing names of that server), `usage_invalid` when the file has several servers and none was named.
 */
export function readServerConfig(request: ConfigRequest): ServerTarget {
  const { file, absoluteFile, env } = request
  const lists = findServerLists(readJsonc(request.bytes, file), file)
  const { entry, pointer, project } = findEntry(lists, request)
  const { folder: ownFolder, bareVariables } = dialectOf(absoluteFile)
  const folder = project ?? ownFolder
  const variables = createVariables(env, { fixed: fixedVariables(folder, env), bareVariables })
  const target = readServerEntry(entry, { file, pointer, folder, expand: variables.expand })
  variables.requireAll()
  return target
}

function findEntry(lists: readonly ServerList[], { file, server, cwd }: ConfigRequest): Found {
  const invalid = (pointer: string, reason: string): GovernedError => new GovernedError('config_invalid', { file, pointer, reason })
  const [first] = lists
  const names = [...new Set(lists.flatMap(({ list }) => [...list.keys()]))]
  if (first === undefined || names.length === 0) throw invalid(first?.pointer ?? '', 'servers_missing')
  const name = server ?? (names.length === 1 ? (names[0] ?? '') : refuseUsage(`The file has several servers, say which with --server: ${names.join(', ')}`))
  const holders = lists.filter(({ list }) => list.has(name))
  // The program that owns the file prefers the list of the folder that it runs in.
  const holder = holders.find((list) => list.project !== null && isListFor(list, cwd)) ?? holders[0]
  if (holder === undefined) throw invalid(childPointer(first.pointer, name), 'server_missing')
  const other = holders.find((list) => list !== holder)
  if (other !== undefined && !isListFor(holder, cwd)) throw invalid(childPointer(other.pointer, name), 'server_ambiguous')
  return { entry: holder.list.get(name) ?? null, pointer: childPointer(holder.pointer, name), project: holder.project }
}
