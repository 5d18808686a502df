import { accessSync, constants, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { GovernedError } from '@b10x/ports/errors'

/**
 * The absolute path of the program to start. Links are kept: a Python environment or a tool shim is known by its link.
 *
 * A bare name is searched in `path` when there is one, in order, as execvp(3) does; entries that are empty or relative
 * mean the working directory, which is not ours to trust, and are skipped.
 * @throws GovernedError `program_not_found` when there is no executable file, or the command is no absolute path and
 *   may not be looked up
 */
export function resolveProgram(command: string, path: string | undefined): string {
  const candidates = isAbsolute(command) ? [command] : command.includes('/') ? [] : searchList(command, path)
  const program = candidates.find(isExecutableFile)
  if (program === undefined) throw new GovernedError('program_not_found', { command })
  return program
}

function searchList(name: string, path: string | undefined): readonly string[] {
  if (name === '' || path === undefined) return []
  return path
    .split(':')
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
}

function isExecutableFile(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
