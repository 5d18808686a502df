// Heavy packages stand in folders outside the workspace, each with its own lock file, so that the workspace stays quick.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { WORKSPACE } from '../workspace/read-members.ts'
import { outsideEnvironment } from './outside-environment.ts'

/** Runs npm in a folder of the workspace's root, unless what its lock file names is installed already. */
export function installOutside(name: string, command: readonly string[]): void {
  const folder = join(WORKSPACE, name)
  if (changed(join(folder, 'node_modules/.package-lock.json')) > changed(join(folder, 'package-lock.json'))) return
  const args = [...command, '--no-audit', '--no-fund', '--no-update-notifier']
  const { status } = spawnSync('npm', args, { cwd: folder, env: outsideEnvironment(), stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`npm could not install what ${name}/ asks for`)
}

/** In milliseconds, 0 where there is no such file. */
function changed(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
