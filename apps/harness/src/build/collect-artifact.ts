import path from 'node:path'
import type { ArtifactFile } from './artifact-file.ts'
import { layOutPackages, shownAs } from './lay-out-packages.ts'
import type { PlacedPackage } from './lay-out-packages.ts'
import { listNamedFiles } from './list-files.ts'
import { listPackageFiles } from './list-package-files.ts'
import type { Project } from './read-project.ts'
import { serverEntry } from './server-entry.ts'
import { compiledName, traceSources } from './trace-sources.ts'

/** Everything that an artifact consists of, but for its lock. */
export interface CollectedArtifact {
  readonly packages: readonly PlacedPackage[]
  readonly files: readonly ArtifactFile[]
}

/** What starts it. */
export const ENTRY = 'server.mjs'

/** Where the project lies in its artifact. */
const APP = 'app'

/**
 * FLOW: what an artifact is made of. Nothing is written, installed or run.
 * @throws GovernedError `config_invalid`
 */
export async function collectArtifact(project: Project): Promise<CollectedArtifact> {
  const sources = await traceSources(project)
  const named = await listNamedFiles(project.folder, project.manifest, shownAs(''))
  const packages = await layOutPackages(project)
  const ofPackages = await Promise.all(packages.map(listPackageFiles))
  const { name, version, type } = project.manifest
  const files = new Map<string, ArtifactFile>()
  for (const file of named) files.set(file, { path: file, content: { copyOf: path.join(project.folder, file) } })
  for (const file of sources) files.set(file.path, file)
  files.set('package.json', { path: 'package.json', content: { text: `${JSON.stringify({ name, version, private: true, type }, null, 2)}\n` } })
  const start: ArtifactFile = { path: ENTRY, content: { text: serverEntry(`./${APP}/${compiledName(project.entry)}`) } }
  return { packages, files: [start, ...[...files.values()].map((file) => ({ ...file, path: path.posix.join(APP, file.path) })), ...ofPackages.flat()] }
}
