import { join } from 'node:path'
import type { NodeFloor } from '../consumer/find-node.ts'
import type { Manifest } from '../workspace/read-members.ts'
import type { Origin } from './make-origin.ts'

export interface Install {
  readonly title: string
  readonly manager: 'npm' | 'pnpm'
  /** The oldest Node that the package asks for: it is tried on that one. */
  readonly floor: NodeFloor
  /** What the consumer's manifest says: the package and its declared peers of ours, and nothing else. */
  readonly dependencies: Readonly<Record<string, string>>
  /** What pnpm has to be allowed to build. */
  readonly builds: readonly string[]
  /** What the lock file has to name, or null where there is no revision. */
  readonly pinned: string | null
}

/** Each package by tarball and by release tree, with both managers, and the foundation by source revision with pnpm. */
export function listInstalls(origin: Origin): Install[] {
  const alone = origin.packages.map((manifest) => withPeers(manifest, origin.packages))
  const foundation = alone.filter(([first]) => first?.name === '@b10x/mcp-foundation')
  if (foundation.length === 0) throw new Error('there is no foundation in the release tree')
  const byTarball = (manager: Install['manager']): Install[] =>
    alone.map((group) => describe('tarball', manager, group, (one) => `file:${join(origin.tarballs, tarballOf(one))}`, null))
  const byTree = (manager: Install['manager']): Install[] =>
    alone.map((group) => describe('release tree', manager, group, (one) => pin(manager, origin.treeUrl, origin.tree, one), origin.tree))
  const bySource = foundation.map((group) => ({
    ...describe('source', 'pnpm', group, (one) => pin('pnpm', origin.url, origin.source, one), origin.source),
    // Without the revision, so that a consumer allows the next one too.
    builds: group.map(({ name = '' }) => `${name}@git+${origin.url}`)
  }))
  return [...byTarball('npm'), ...byTarball('pnpm'), ...byTree('npm'), ...byTree('pnpm'), ...bySource]
}

function withPeers(manifest: Manifest, packages: readonly Manifest[]): Manifest[] {
  return [manifest, ...packages.filter(({ name = '' }) => Object.hasOwn(manifest.peerDependencies ?? {}, name))]
}

function describe(
  way: string, manager: Install['manager'], group: readonly Manifest[], specifierOf: (one: Manifest) => string, pinned: string | null
): Install {
  const dependencies = Object.fromEntries(group.map((one) => [one.name ?? '', specifierOf(one)]))
  return { title: `${group[0]?.name} by ${way}, ${manager}`, manager, floor: floorOf(group[0]), dependencies, builds: [], pinned }
}

function floorOf(manifest: Manifest | undefined): NodeFloor {
  const floor = /^>=(20\.19|22\.19)$/.exec(manifest?.engines?.['node'] ?? '')?.[1]
  if (floor === undefined) throw new Error(`${manifest?.name} has a Node floor that nobody tries`)
  return floor as NodeFloor
}

/** The managers differ. npm takes pnpm's form too, and installs the root of the repository. */
function pin(manager: Install['manager'], url: string, revision: string, one: Manifest): string {
  const path = `packages/${one.name?.split('/')[1]}`
  return manager === 'npm' ? `git+${url}#${revision}::path:${path}` : `git+${url}#${revision}&path:/${path}`
}

function tarballOf({ name = '', version }: Manifest): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
}
