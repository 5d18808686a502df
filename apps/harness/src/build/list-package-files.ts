import path from 'node:path'
import type { ArtifactFile } from './artifact-file.ts'
import { shownAs } from './lay-out-packages.ts'
import type { PlacedPackage } from './lay-out-packages.ts'
import { listFiles, listNamedFiles } from './list-files.ts'
import type { PackageManifest } from './package-manifest.ts'
import { refuseProject } from './refuse-project.ts'

/** What packing writes over the members beside it. */
const PUBLISHED = ['exports', 'main', 'module', 'types', 'bin'] as const

/**
 * The files of one package: all of an installed one, and of one that is linked from a workspace what packing would take,
 * with its package.json as packing would write it.
 * @throws GovernedError `config_invalid`, reason `not_built` when the files that it exports are not there
 */
export async function listPackageFiles(placed: PlacedPackage): Promise<readonly ArtifactFile[]> {
  const { folder, manifest } = placed
  const shown = shownAs(placed.path)
  const copy = (file: string): ArtifactFile => ({ path: path.posix.join(placed.path, file), content: { copyOf: path.join(folder, file) } })
  if (!isLinked(folder)) return (await listFiles(folder, shown)).map(copy)
  const packed = packManifest(manifest)
  const files = (await listNamedFiles(folder, manifest, shown)).filter((file) => file !== 'package.json')
  const there = new Set([...files, 'package.json'])
  for (const target of targetsOf(packed.exports)) if (!there.has(path.posix.normalize(target))) refuseProject(shown, '/exports', 'not_built', { path: target })
  return [...files.map(copy), { path: path.posix.join(placed.path, 'package.json'), content: { text: `${JSON.stringify(packed, null, 2)}\n` } }]
}

/** It lies in a workspace, not in `node_modules`. */
export const isLinked = (folder: string): boolean => !folder.split(path.sep).includes('node_modules')

function packManifest({ scripts: _scripts, devDependencies: _development, publishConfig = {}, ...manifest }: PackageManifest): PackageManifest {
  return { ...manifest, ...Object.fromEntries(PUBLISHED.filter((member) => publishConfig[member] !== undefined).map((member) => [member, publishConfig[member]])) }
}

/** The files that an exports map leads to at run time; patterns are left to whoever asks for them. */
function targetsOf(exports: unknown): readonly string[] {
  if (typeof exports === 'string') return exports.includes('*') ? [] : [exports]
  return typeof exports === 'object' && exports !== null ? Object.entries(exports).flatMap(([condition, target]) => (condition === 'types' ? [] : targetsOf(target))) : []
}
