import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PackedPackage } from '../pack/pack-packages.ts'
import type { Manifest } from '../workspace/read-members.ts'

const run = promisify(execFile)

/**
 * Unpacks into `packages/<name without scope>` of `tree`, and returns that folder. Scripts and development dependencies
 * are left out: with them npm and pnpm would try to build what is built already.
 */
export async function unpackPackage({ name, tarball }: Pick<PackedPackage, 'name' | 'tarball'>, tree: string): Promise<string> {
  const folder = join(tree, 'packages', name.slice(name.indexOf('/') + 1))
  await mkdir(folder, { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1', '--no-same-owner'])
  const path = join(folder, 'package.json')
  const { scripts: _scripts, devDependencies: _developed, ...manifest } = JSON.parse(await readFile(path, 'utf8')) as Manifest
  await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`)
  return folder
}
