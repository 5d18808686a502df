import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { WORKSPACE } from './read-members.ts'

/** The files of this workspace that exist and that git knows or would take, relative to it. */
export async function listFiles(): Promise<string[]> {
  const args = ['ls-files', '-coz', '--exclude-standard', '--deduplicate']
  const { stdout } = await promisify(execFile)('git', args, { cwd: WORKSPACE, maxBuffer: 1 << 26 })
  return stdout.split('\0').filter((path) => path !== '' && existsSync(join(WORKSPACE, path)))
}
