import path from 'node:path'
import { GovernedError } from '@b10x/ports/errors'
import { childPointer, isJsoncObject } from './read-jsonc.ts'
import type { JsoncObject, JsoncValue } from './read-jsonc.ts'

/** One list of servers in a file. */
export interface ServerList {
  /** RFC 6901 pointer to the list. */
  readonly pointer: string
  readonly list: JsoncObject
  /** The folder that the list is for; null where it is for all (Claude Code keeps a list per project). */
  readonly project: string | null
}

/**
 * Every list of servers in a file: `mcpServers`, or VS Code's `servers`, and Claude Code's `projects/…/mcpServers`.
 * Members that we do not know are other programs' business and are left alone.
 * @throws GovernedError `config_invalid`
 */
export function findServerLists(root: JsoncValue, file: string): readonly ServerList[] {
  const invalid = (pointer: string, reason: string): GovernedError => new GovernedError('config_invalid', { file, pointer, reason })
  if (!isJsoncObject(root)) throw invalid('', 'not_an_object')
  if (root.has('mcpServers') && root.has('servers')) throw invalid('/servers', 'two_server_lists')
  const read = (holder: JsoncObject, member: string, above: string, project: string | null): readonly ServerList[] => {
    const list = holder.get(member)
    const pointer = childPointer(above, member)
    if (list === undefined) return []
    if (!isJsoncObject(list)) throw invalid(pointer, 'not_an_object')
    return [{ pointer, list, project }]
  }
  return [
    ...read(root, 'mcpServers', '', null),
    ...read(root, 'servers', '', null),
    ...projectsOf(root).flatMap(([project, holder]) => read(holder, 'mcpServers', childPointer('/projects', project), project))
  ]
}

/** True for a list that a program started in this folder would use. */
export function isListFor({ project }: ServerList, folder: string): boolean {
  return project === null || path.resolve(project) === folder
}

function projectsOf(root: JsoncObject): readonly (readonly [string, JsoncObject])[] {
  const projects = root.get('projects')
  if (!isJsoncObject(projects)) return []
  return [...projects].flatMap(([project, holder]) => (isJsoncObject(holder) ? [[project, holder] as const] : []))
}
