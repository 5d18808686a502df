import path from 'node:path'
import { GovernedError } from '@b10x/ports/errors'
import { refuseUsage } from '../arguments/refuse-usage.ts'
import { createVariables } from './expand-variables.ts'
import { childPointer, isJsoncObject, readJsonc } from './read-jsonc.ts'
import type { JsoncObject, JsoncValue } from './read-jsonc.ts'
import { readServerEntry } from './read-server-entry.ts'
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
}

/**
 * Picks one server out of an `.mcp.json` (`mcpServers`) or a VS Code `mcp.json` (`servers`) and fills in its variables.
 * Members that we do not know are other programs' business and are left alone.
 * @throws GovernedError `config_invalid`, `variable_missing` (all missing names of that server), `usage_invalid` when
 * the file has several servers and none was named.
 */
export function readServerConfig(request: ConfigRequest): ServerTarget {
  const { file, absoluteFile } = request
  const { list, pointer } = findServers(readJsonc(request.bytes, file), file)
  const name = request.server ?? onlyName(list, pointer, file)
  const entry = list.get(name)
  const entryPointer = childPointer(pointer, name)
  if (entry === undefined) throw new GovernedError('config_invalid', { file, pointer: entryPointer, reason: 'server_missing' })
  const folder = projectFolder(absoluteFile)
  const variables = createVariables(request.env, new Map([['workspaceFolder', folder], ...homeFolder(request.env)]))
  const target = readServerEntry(entry, { file, pointer: entryPointer, folder, expand: variables.expand })
  variables.requireAll()
  return target
}

function findServers(root: JsoncValue, file: string): { readonly list: JsoncObject; readonly pointer: string } {
  const invalid = (pointer: string, reason: string): GovernedError =>
    new GovernedError('config_invalid', { file, pointer, reason })
  if (!isJsoncObject(root)) throw invalid('', 'not_an_object')
  const found = ['mcpServers', 'servers'].filter((member) => root.has(member))
  const [member, second] = found
  if (member === undefined) throw invalid('', 'servers_missing')
  if (second !== undefined) throw invalid('/servers', 'two_server_lists')
  const list = root.get(member)
  if (!isJsoncObject(list)) throw invalid(`/${member}`, 'not_an_object')
  return { list, pointer: `/${member}` }
}

function onlyName(list: JsoncObject, pointer: string, file: string): string {
  const [name, second] = list.keys()
  if (name === undefined) throw new GovernedError('config_invalid', { file, pointer, reason: 'servers_missing' })
  if (second === undefined) return name
  return refuseUsage(`The file has several servers, say which with --server: ${[...list.keys()].join(', ')}`)
}

/** Where the programs that own such a file start their servers: the folder of `.mcp.json`, the one above `.vscode`. */
function projectFolder(absoluteFile: string): string {
  const folder = path.dirname(absoluteFile)
  return path.basename(folder) === '.vscode' ? path.dirname(folder) : folder
}

function homeFolder(env: ConfigRequest['env']): readonly (readonly [string, string])[] {
  return env['HOME'] === undefined ? [] : [['userHome', env['HOME']]]
}
