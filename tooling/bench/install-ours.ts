// Ours is measured as users get it: built, packed and installed in an empty project.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { outsideEnvironment } from '../outside/outside-environment.ts'
import { packPackages } from '../pack/pack-packages.ts'
import { WORKSPACE } from '../workspace/read-members.ts'

const NAMES = ['@b10x/mcp-foundation', '@b10x/ports']

/** Gives the folder that holds the installed packages, below `folder`. */
export async function installOurs(folder: string): Promise<string> {
  const { status } = spawnSync('pnpm', ['--silent', 'run', 'build'], { cwd: WORKSPACE, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('the packages do not build')
  const [packed, project] = [join(folder, 'packed'), join(folder, 'ours')]
  await mkdir(packed)
  await mkdir(project)
  const tarballs = (await packPackages(packed)).filter(({ name }) => NAMES.includes(name))
  const dependencies = Object.fromEntries(tarballs.map(({ name, tarball }) => [name, `file:${tarball}`]))
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'bench-ours', private: true, type: 'module', dependencies }))
  await copyFile(join(WORKSPACE, 'bench/load.mjs'), join(project, 'load.mjs'))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-update-notifier'], { cwd: project, env: outsideEnvironment(), stdio: ['ignore', 2, 2] })
  return project
}
