import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

interface Stamp {
  readonly name: string
  readonly revision: string | null
  readonly dirty: boolean
}

/**
 * Faults of the stamps inside the packages, each a sentence: every stamp names the source revision, and a clean build
 * unless `allowDirty`. At least one package carries a stamp.
 *
 * @param folders absolute, of the unpacked packages
 */
export async function checkStamps(folders: readonly string[], source: string, allowDirty: boolean): Promise<string[]> {
  const modules = folders.map((folder) => join(folder, 'dist/release.js')).filter((path) => existsSync(path))
  const stamps = (await Promise.all(modules.map((path) => import(pathToFileURL(path).href) as Promise<Record<string, Stamp>>))).flatMap((exported) => Object.values(exported))
  if (stamps.length === 0) return ['no package carries a stamp']
  return stamps.flatMap(({ name, revision, dirty }) => {
    if (revision !== source) return [`${name} is stamped with ${revision ?? 'no revision'} and not with ${source}`]
    return dirty && !allowDirty ? [`${name} is stamped as built from modified sources`] : []
  })
}
