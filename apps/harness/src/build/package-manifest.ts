import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { refuseProject } from './refuse-project.ts'

type Names = Readonly<Record<string, unknown>>

/** What of a package.json is read here. The rest is carried along. */
export interface PackageManifest {
  readonly name?: unknown
  readonly version?: unknown
  readonly type?: unknown
  readonly main?: unknown
  readonly files?: unknown
  readonly exports?: unknown
  readonly dependencies?: Names
  readonly optionalDependencies?: Names
  readonly peerDependencies?: Names
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: unknown } | undefined>>
  readonly publishConfig?: Names
  readonly [member: string]: unknown
}

/**
 * Reads the package.json of a folder.
 * @param shown how the file is named to the operator
 * @throws GovernedError `config_invalid`, reason `unreadable` or `not_an_object`
 */
export async function readPackageManifest(folder: string, shown: string): Promise<PackageManifest> {
  let manifest: unknown
  try {
    manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
  } catch {
    return refuseProject(shown, '', 'unreadable')
  }
  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest)) refuseProject(shown, '', 'not_an_object')
  return manifest as PackageManifest
}

export const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)
