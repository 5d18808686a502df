import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { WORKSPACE, type Manifest } from '../workspace/read-members.ts'

const run = promisify(execFile)

/** Where consumers install from: a bare repository and tarballs, all made from one clean clone. */
export interface Origin {
  /** Where the source is, as git takes it. */
  readonly url: string
  /** Where the release tree is: a repository without the history, as every consumer clones it anew for each package. */
  readonly treeUrl: string
  /** The revision that the packages were built from. */
  readonly source: string
  /** The commit that holds the packed packages. */
  readonly tree: string
  /** Absolute, of the folder with the tarballs. */
  readonly tarballs: string
  /** Manifests of the packages in the release tree. */
  readonly packages: readonly Manifest[]
}

/** Does what a maintainer does for a release, below `folder`: clone, install, make the release tree, pack, push. */
export async function makeOrigin(folder: string, env: NodeJS.ProcessEnv): Promise<Origin> {
  const bare = join(folder, 'origin.git')
  const bareTree = join(folder, 'tree.git')
  const clone = join(folder, 'clone')
  const tarballs = join(folder, 'tarballs')
  const [git, pnpm] = [within('git', clone, env), within('pnpm', clone, env)]
  await mkdir(tarballs)
  await run('git', ['clone', '--quiet', '--bare', WORKSPACE, bare], { env })
  await run('git', ['clone', '--quiet', bare, clone], { env })
  await pnpm('install', '--frozen-lockfile')
  const tree = (await pnpm('--silent', 'run', 'release:tree', '--tag', 'dist')).split('\n').at(-1) ?? ''
  await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', bareTree], { env })
  // npm asks what HEAD is, whatever commit it is told to take.
  await git('push', '--quiet', bareTree, 'dist', `${tree}:refs/heads/main`)
  const folders = (await git('ls-tree', '--name-only', tree, 'packages/')).split('\n')
  const manifests = await Promise.all(folders.map((name) => git('show', `${tree}:${name}/package.json`)))
  const packages = manifests.map((text) => JSON.parse(text) as Manifest)
  await pnpm('-r', ...packages.flatMap(({ name = '' }) => ['--filter', name]), 'pack', '--pack-destination', tarballs)
  return { url: `file://${bare}`, treeUrl: `file://${bareTree}`, source: await git('rev-parse', 'HEAD'), tree, tarballs, packages }
}

function within(command: string, cwd: string, env: NodeJS.ProcessEnv): (...args: string[]) => Promise<string> {
  return async (...args) => (await run(command, args, { cwd, env, maxBuffer: 1 << 26 })).stdout.trim()
}
