import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { readPackageManifest } from './package-manifest.ts'
import type { PackageManifest } from './package-manifest.ts'
import { refuseProject } from './refuse-project.ts'

/** A project: a folder with a package.json and a module whose default export is made by `defineHarness`. */
export interface Project {
  /** Absolute, links resolved. */
  readonly folder: string
  readonly manifest: PackageManifest
  /** Relative to the folder, with `/`. */
  readonly entry: string
}

/** What starts a harness; a project has to depend on it itself. */
export const SERVER_PACKAGE = '@b10x/harness-server'

const ENTRIES = ['harness.ts', 'harness.mts', 'harness.mjs', 'harness.js']

/**
 * Finds the module of a project: `main` of its package.json, else the first of `harness.ts`, `.mts`, `.mjs` and `.js`.
 * @throws GovernedError `config_invalid`
 */
export async function readProject(folder: string): Promise<Project> {
  const real = await realpath(folder).catch(() => refuseProject('package.json', '', 'unreadable'))
  const manifest = await readPackageManifest(real, 'package.json')
  if (manifest.dependencies?.[SERVER_PACKAGE] === undefined) {
    refuseProject('package.json', '/dependencies', 'dependency_missing', { package: SERVER_PACKAGE })
  }
  return { folder: real, manifest, entry: await findEntry(real, manifest) }
}

async function findEntry(folder: string, { main }: PackageManifest): Promise<string> {
  if (main !== undefined) {
    if (typeof main !== 'string') return refuseProject('package.json', '/main', 'not_text')
    const entry = path.posix.normalize(main)
    if (!(await isFile(path.join(folder, entry)))) refuseProject('package.json', '/main', 'file_missing')
    return entry
  }
  for (const entry of ENTRIES) if (await isFile(path.join(folder, entry))) return entry
  return refuseProject('package.json', '/main', 'entry_missing', { looked: ENTRIES })
}

async function isFile(file: string): Promise<boolean> {
  return stat(file).then((found) => found.isFile(), () => false)
}
