import { lstat, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { GovernedError } from '@b10x/ports/errors'
import { refuseUsage } from '../arguments/refuse-usage.ts'
import type { CliIo } from '../cli-io.ts'
import { refuseLoginState } from './refuse-login-state.ts'

const OWNER_ONLY = 0o700
const FOR_OTHERS = 0o077
const WRITABLE_FOR_OTHERS = 0o022

/**
 * Where logins are kept: `$XDG_STATE_HOME/b10x/oauth`, by default below `~/.local/state`. Null where neither variable
 * says, and where the platform has no owner-only files. A relative `XDG_STATE_HOME` does not count (XDG Base Directory, 3).
 */
export function stateFolder(env: CliIo['env']): string | null {
  if (process.getuid === undefined) return null
  const { XDG_STATE_HOME: stated = '', HOME: home = '' } = env
  if (path.isAbsolute(stated)) return path.join(stated, 'b10x', 'oauth')
  return path.isAbsolute(home) ? path.join(home, '.local', 'state', 'b10x', 'oauth') : null
}

/**
 * Makes the folder, for its owner only, or refuses the one that is there.
 * @throws GovernedError `oauth_state_invalid`
 */
export async function makeStateFolder(folder: string): Promise<void> {
  try {
    await mkdir(path.dirname(path.dirname(folder)), { recursive: true })
    for (const own of [path.dirname(folder), folder]) await mkdir(own, { mode: OWNER_ONLY }).catch(ignoreExisting)
  } catch (cause) {
    refuseLoginState('save', folder, 'io', cause)
  }
  await checkStateFolder(folder)
}

/**
 * False where there is no such folder.
 * @throws GovernedError `oauth_state_invalid` where somebody else could read or replace what is in it
 */
export async function checkStateFolder(folder: string): Promise<boolean> {
  return (await checkFolder(path.dirname(folder), WRITABLE_FOR_OTHERS)) && checkFolder(folder, FOR_OTHERS)
}

async function checkFolder(folder: string, denied: number): Promise<boolean> {
  const found = await lstat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    return refuseLoginState('load', folder, 'io', error)
  })
  if (found === null) return false
  if (found.isSymbolicLink()) refuseLoginState('load', folder, 'link')
  if (!found.isDirectory()) refuseLoginState('load', folder, 'not_a_folder')
  if (found.uid !== process.getuid?.()) refuseLoginState('load', folder, 'other_owner')
  if ((found.mode & denied) !== 0) refuseLoginState('load', folder, 'open_to_others')
  return true
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

/**
 * The same, where there has to be one.
 * @throws GovernedError `platform_unsupported`, `usage_invalid`
 */
export function requireStateFolder(env: CliIo['env']): string {
  if (process.getuid === undefined) throw new GovernedError('platform_unsupported', { platform: process.platform })
  return stateFolder(env) ?? refuseUsage('Set HOME or XDG_STATE_HOME: logins are kept below it.')
}
