import path from 'node:path'
import { hasCode } from '@b10x/ports/errors'
import { readConfigFile } from '../files/read-config-file.ts'
import { dialectOf } from '../target/client-dialect.ts'
import type { ClientDialect } from '../target/client-dialect.ts'
import { describeEntry } from '../target/describe-entry.ts'
import type { ServerEntry } from '../target/describe-entry.ts'
import { childPointer, isJsoncObject, readJsonc } from '../target/read-jsonc.ts'
import type { JsoncValue } from '../target/read-jsonc.ts'
import { findServerLists, isListFor } from '../target/server-lists.ts'

/** What is wrong with a file or an entry: the details of `config_invalid`. */
export interface Problem {
  readonly file: string
  readonly pointer: string
  readonly reason: string
}

export interface FoundFile {
  readonly file: string
  readonly scope: 'project' | 'user' | 'named'
  readonly dialect: ClientDialect
  readonly servers: readonly FoundServer[]
  /** Why it could not be read; its servers are unknown then. */
  readonly problem: Problem | null
}

export interface FoundServer {
  readonly name: string
  readonly pointer: string
  /** Claude Code's folder for it; null where it is for all. */
  readonly project: string | null
  /** False for a server of another project than the folder that we run in. */
  readonly applies: boolean
  readonly disabled: boolean
  /** The entry as written, or what is wrong with it. */
  readonly entry: ServerEntry | Problem
  /** Names of all its members. */
  readonly members: readonly string[]
}

export const isProblem = (entry: ServerEntry | Problem): entry is Problem => 'reason' in entry

/** Reads one file; what is wrong becomes part of the answer. Nothing is started. */
export async function readFoundFile(file: string, scope: FoundFile['scope'], cwd: string): Promise<FoundFile> {
  const absoluteFile = path.resolve(cwd, file)
  const dialect = dialectOf(absoluteFile)
  try {
    const root = readJsonc(await readConfigFile(file, absoluteFile), file)
    const servers = findServerLists(root, file).flatMap((list) =>
      [...list.list].map(([name, value]): FoundServer => {
        const pointer = childPointer(list.pointer, name)
        return { name, pointer, project: list.project, applies: isListFor(list, cwd), ...readEntry(value, { file, pointer }) }
      })
    )
    return { file, scope, dialect, servers, problem: null }
  } catch (error) {
    return { file, scope, dialect, servers: [], problem: problemOf(error) }
  }
}

function readEntry(value: JsoncValue, place: { file: string; pointer: string }): Pick<FoundServer, 'disabled' | 'entry' | 'members'> {
  const members = isJsoncObject(value) ? [...value.keys()] : []
  const disabled = isJsoncObject(value) && value.get('disabled') === true
  try {
    return { disabled, members, entry: describeEntry(value, place) }
  } catch (error) {
    return { disabled, members, entry: problemOf(error) }
  }
}

function problemOf(error: unknown): Problem {
  if (hasCode(error, 'config_invalid')) return error.details
  throw error
}
