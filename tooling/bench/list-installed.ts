/** What is read of npm's lock file: packages by the folder that they are in. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** The folders of a package and of everything that it needs, peers included, optional peers not. */
export function listInstalled(lock: Lock, name: string): string[] {
  const found = new Set<string>()
  const walk = (path: string | null): void => {
    if (path === null || found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = lock.packages[path] ?? {}
    const peers = Object.keys(peerDependencies).filter((peer) => peerDependenciesMeta[peer]?.optional !== true)
    for (const needed of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) walk(resolveFrom(lock, path, needed))
  }
  const start = resolveFrom(lock, '', name)
  if (start === null) throw new Error(`${name} is not installed`)
  walk(start)
  return [...found]
}

/** As Node looks for it: in the package itself, then further and further outside. */
function resolveFrom({ packages }: Lock, path: string, name: string): string | null {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[candidate] !== undefined) return candidate
    if (folder === '') return null
  }
}
