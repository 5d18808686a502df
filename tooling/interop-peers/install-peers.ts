// The heavy peers of `test:interop` stand outside the workspace, so that its other commands stay quick. They are installed
// before the first run, by their own lock file.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { outsideEnvironment } from '../outside/outside-environment.ts'
import { WORKSPACE } from '../workspace/read-members.ts'

const folder = join(WORKSPACE, 'interop')

/** vitest calls it once, before any test. */
export function setup(): void {
  if (changed('node_modules/.package-lock.json') > changed('package-lock.json')) return
  // Not `npm ci`: it wants the packages of all platforms in the lock file, and installs none of them.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--no-update-notifier']
  const { status } = spawnSync('npm', args, { cwd: folder, env: outsideEnvironment(), stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error('npm could not install the peers in interop/')
}

/** In milliseconds, 0 where there is no such file. */
function changed(path: string): number {
  return statSync(join(folder, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}
