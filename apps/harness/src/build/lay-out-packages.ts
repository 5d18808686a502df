import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { readPackageManifest } from './package-manifest.ts'
import type { PackageManifest } from './package-manifest.ts'
import type { Project } from './read-project.ts'
import { pointerStep, refuseProject } from './refuse-project.ts'

/** One package, and where it goes. */
export interface PlacedPackage {
  readonly name: string
  /** In the artifact: `node_modules/a`, or `node_modules/a/node_modules/b` where the top has another b. */
  readonly path: string
  /** Where it comes from, links resolved. */
  readonly folder: string
  readonly manifest: PackageManifest
}

interface Need {
  readonly name: string
  /** Of the manifest that needs it. */
  readonly pointer: string
  readonly optional: boolean
}

/**
 * Everything that a project needs at run time, as it resolves from each package that needs it: the same package is there
 * once, and a second version of it lies below the one that needs it. Optional peers come only where the project or a
 * package depends on them otherwise.
 * @throws GovernedError `config_invalid`, reason `not_installed`
 */
export async function layOutPackages(project: Project): Promise<readonly PlacedPackage[]> {
  const placed = new Map<string, PlacedPackage>()
  const waiting: { readonly path: string; readonly folder: string; readonly manifest: PackageManifest }[] = [{ path: '', ...project }]
  for (let dependent = waiting.shift(); dependent !== undefined; dependent = waiting.shift()) {
    for (const { name, pointer, optional } of needsOf(dependent.manifest)) {
      const folder = await findPackage(dependent.folder, name)
      if (folder === null) {
        if (optional) continue
        refuseProject(shownAs(dependent.path), pointer, 'not_installed', { package: name })
      }
      const seen = findPlaced(placed, dependent.path, name)
      if (seen?.folder === folder) continue
      const place = path.posix.join(seen === undefined ? '' : dependent.path, 'node_modules', name)
      const one = { name, path: place, folder, manifest: await readPackageManifest(folder, shownAs(place)) }
      placed.set(place, one)
      waiting.push(one)
    }
  }
  return [...placed.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

/** How the manifest of a placed package is named to the operator. */
export const shownAs = (place: string): string => path.posix.join(place, 'package.json')

function needsOf({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }: PackageManifest): readonly Need[] {
  const needs = (member: string, names: Readonly<Record<string, unknown>>, optional: boolean): Need[] =>
    Object.keys(names).map((name) => ({ name, pointer: `/${member}${pointerStep(name)}`, optional }))
  const peers = Object.fromEntries(Object.entries(peerDependencies).filter(([name]) => peerDependenciesMeta[name]?.optional !== true))
  const firm = Object.fromEntries(Object.entries(dependencies).filter(([name]) => !Object.hasOwn(optionalDependencies, name)))
  return [...needs('dependencies', firm, false), ...needs('optionalDependencies', optionalDependencies, true), ...needs('peerDependencies', peers, false)]
}

/** What Node would find there. */
function findPlaced(placed: ReadonlyMap<string, PlacedPackage>, from: string, name: string): PlacedPackage | undefined {
  const found = placed.get(path.posix.join(from, 'node_modules', name))
  if (found !== undefined || from === '') return found
  return findPlaced(placed, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

/** As Node looks for a package: in `node_modules` of the folder and of all above it. */
async function findPackage(from: string, name: string): Promise<string | null> {
  const own = path.basename(from) === 'node_modules' ? null : await realpath(path.join(from, 'node_modules', name)).catch(() => null)
  if (own !== null) return own
  const above = path.dirname(from)
  return above === from ? null : findPackage(above, name)
}
