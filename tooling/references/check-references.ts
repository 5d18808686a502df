import type { Manifest } from '../workspace/read-members.ts'

export interface ReferencingMember {
  readonly folder: string
  readonly manifest: Manifest
  /** `references[].path` of its tsconfig.json, resolved against the workspace. */
  readonly references: readonly string[]
}

/**
 * `tsc -b` does not notice a missing reference once sources resolve by condition, and then builds in the wrong order.
 * A member references exactly what it needs to build: its own packages among `dependencies` and `peerDependencies`.
 * What only its tests import stands in `devDependencies` alone and is not part of the build. The workspace's own
 * tsconfig.json references every member.
 */
export function checkReferences(members: readonly ReferencingMember[], rootReferences: readonly string[]): string[] {
  const folders = new Map(members.map(({ manifest, folder }) => [manifest.name, folder]))
  const faults = members.flatMap(({ folder, manifest, references }) => {
    const needed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).flatMap((name) => folders.get(name) ?? [])
    return compare(folder, needed, references)
  })
  return [...faults, ...compare('.', members.map(({ folder }) => folder), rootReferences)]
}

function compare(folder: string, needed: readonly string[], references: readonly string[]): string[] {
  const missing = needed.filter((path) => !references.includes(path)).map((path) => `${folder}/tsconfig.json: reference to ${path} is missing`)
  const extra = references.filter((path) => !needed.includes(path)).map((path) => `${folder}/tsconfig.json: reference to ${path} is not needed`)
  return [...missing, ...extra]
}
