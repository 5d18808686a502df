// Packs every published package as it would be published. Build first: packing only stamps.
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listFiles } from '../workspace/list-files.ts'
import { isPublished, readMembers, WORKSPACE, type Manifest, type Member } from '../workspace/read-members.ts'

const run = promisify(execFile)

export interface PackedPackage {
  readonly name: string
  /** Absolute. */
  readonly tarball: string
  /** As a consumer gets it. */
  readonly manifest: Manifest
  /** Paths inside the package. */
  readonly files: readonly string[]
  /** Paths inside the package's folder of this workspace, as git knows them. */
  readonly sources: readonly string[]
}

/** Refuses when there is nothing to pack: no check may pass because it saw nothing. */
export async function packPackages(destination: string): Promise<PackedPackage[]> {
  const published = (await readMembers()).filter((member) => isPublished(member))
  if (published.length === 0) throw new Error('there is no package to pack')
  const packed: PackedPackage[] = []
  for (const member of published) packed.push(await packOne(member, destination))
  return packed
}

async function packOne({ folder, manifest: { name = folder } }: Member, destination: string): Promise<PackedPackage> {
  const before = await readdir(destination)
  await run('pnpm', ['--silent', 'pack', '--pack-destination', destination], { cwd: join(WORKSPACE, folder) })
  const [file, ...others] = (await readdir(destination)).filter((path) => !before.includes(path))
  if (file === undefined || others.length > 0) throw new Error(`packing ${name} did not give one tarball`)
  const tarball = join(destination, file)
  const listing = await run('tar', ['-tzf', tarball])
  const manifest = await run('tar', ['-xzOf', tarball, 'package/package.json'])
  return {
    name,
    tarball,
    manifest: JSON.parse(manifest.stdout) as Manifest,
    files: listing.stdout.trim().split('\n').map((path) => path.replace(/^package\//, '')),
    sources: (await listFiles()).filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1))
  }
}
