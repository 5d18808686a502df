// Ours is measured as users get it: built, packed and installed in an empty project.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { outsideEnvironment } from '../outside/outside-environment.ts'
import { packPackages } from '../pack/pack-packages.ts'
import { WORKSPACE } from '../workspace/read-members.ts'

const FOUNDATION = ['@b10x/mcp-foundation', '@b10x/ports']
const HARNESS = [...FOUNDATION, '@b10x/mcp-oauth', '@b10x/harness-mcp', '@b10x/tool-server', '@b10x/egress-undici', '@b10x/integration-mcp']

/** Folders that hold installed packages. */
export interface OurFolders {
  /** The client alone: what it brings and costs is measured here. */
  readonly ours: string
  /** The harness and services with all that they need, and the server. */
  readonly harness: string
}

/** Builds and packs once, and installs below `folder`. */
export async function installOurs(folder: string): Promise<OurFolders> {
  const { status } = spawnSync('pnpm', ['--silent', 'run', 'build'], { cwd: WORKSPACE, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('the packages do not build')
  const packed = join(folder, 'packed')
  await mkdir(packed)
  const tarballs = await packPackages(packed)
  return {
    ours: await installInto(join(folder, 'ours'), tarballs.filter(({ name }) => FOUNDATION.includes(name))),
    harness: await installInto(join(folder, 'harness'), tarballs.filter(({ name }) => HARNESS.includes(name)))
  }
}

async function installInto(project: string, tarballs: readonly { readonly name: string; readonly tarball: string }[]): Promise<string> {
  await mkdir(project)
  const dependencies = Object.fromEntries(tarballs.map(({ name, tarball }) => [name, `file:${tarball}`]))
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'bench-ours', private: true, type: 'module', dependencies }))
  await copyFile(join(WORKSPACE, 'bench/load.mjs'), join(project, 'load.mjs'))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-update-notifier'], { cwd: project, env: outsideEnvironment(), stdio: ['ignore', 2, 2] })
  return project
}
