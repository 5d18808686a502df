import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { PackageManifest } from './package-manifest.ts'
import { refuseProject } from './refuse-project.ts'

/**
 * All files below a folder, sorted, with `/`, without what is installed in it.
 * @throws GovernedError `config_invalid`, reason `link`: what a link leads to is no part of a package
 */
export async function listFiles(folder: string, shown: string, below = ''): Promise<readonly string[]> {
  const files: string[] = []
  for (const entry of await readdir(path.join(folder, below), { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue
    const file = path.posix.join(below, entry.name)
    if (entry.isSymbolicLink()) refuseProject(shown, '', 'link', { path: file })
    if (entry.isDirectory()) files.push(...(await listFiles(folder, shown, file)))
    else if (entry.isFile()) files.push(file)
  }
  return files.toSorted()
}

/**
 * The files that `files` of a package.json names: paths, and with a `!` before them paths that are left out.
 * @throws GovernedError `config_invalid`, reason `pattern` for anything else, `file_missing`, `link`
 */
export async function listNamedFiles(folder: string, manifest: PackageManifest, shown: string): Promise<readonly string[]> {
  const names = Array.isArray(manifest.files) ? manifest.files : []
  const taken = new Set<string>()
  for (const [index, name] of names.entries()) {
    const pointer = `/files/${index}`
    const bare = typeof name === 'string' ? path.posix.normalize(name.replace(/^!/, '')) : ''
    if (bare === '' || bare === '.' || /[*?[\]{}]/.test(bare) || bare.startsWith('..') || bare.startsWith('/')) refuseProject(shown, pointer, 'pattern')
    const files = await filesAt(folder, bare.replace(/\/$/, ''), shown)
    if (files === null && !String(name).startsWith('!')) refuseProject(shown, pointer, 'file_missing')
    for (const file of files ?? []) {
      if (String(name).startsWith('!')) taken.delete(file)
      else taken.add(file)
    }
  }
  return [...taken].toSorted()
}

async function filesAt(folder: string, name: string, shown: string): Promise<readonly string[] | null> {
  const found = await lstat(path.join(folder, name)).catch(() => null)
  if (found?.isSymbolicLink() === true) return refuseProject(shown, '', 'link', { path: name })
  if (found?.isDirectory() === true) return listFiles(folder, shown, name)
  return found?.isFile() === true ? [name] : null
}
