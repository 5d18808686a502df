import { ARROWS } from '../architecture/arrows.ts'
import type { Manifest, Member } from '../workspace/read-members.ts'

/** What a manifest is judged against. */
export interface Group {
  /** Names and versions of all members. */
  readonly versions: ReadonlyMap<string, string>
  /** Names of the packages that are released together (`fixed` in the changesets configuration). */
  readonly released: readonly string[]
}

const SOURCE_CONDITION = '@b10x/source'
const NODE_FLOORS = ['>=20.19', '>=22.19']
/** `1.2.3`, `^1.2.3`, `>=1.2 <3`: what any package manager resolves, in a git pin too. Several are joined by ` || `. */
const PLAIN_RANGE = /^([~^]?\d+\.\d+\.\d+(-[\w.]+)?|>=\d+(\.\d+){0,2}( <\d+(\.\d+){0,2})?)$/

/** Faults of a published package, each a sentence about the member. */
export function checkPublished(member: Member, group: Group): string[] {
  return [...checkIdentity(member, group), ...checkExports(member.manifest), ...checkRanges(member.manifest), ...checkOwnLinks(member, group)]
}

function checkIdentity({ folder, manifest }: Member, group: Group): string[] {
  const name = folder.replace('packages/', '@b10x/')
  return demand([
    [manifest.name === name, `is not named ${name}`],
    [group.released.includes(name), 'is missing in the fixed group of .changeset/config.json'],
    [manifest.license === 'Apache-2.0', 'has no licence Apache-2.0'],
    [manifest.type === 'module', 'is not an ECMAScript module'],
    [NODE_FLOORS.includes(manifest.engines?.['node'] ?? ''), `needs engines.node ${NODE_FLOORS.join(' or ')}`],
    [(manifest.description ?? '').length > 0, 'has no description'],
    [same(manifest.files, ['dist', '!dist/.tsbuildinfo', ...dataFolders(manifest)]), 'publishes other files than its dist and the data that it exports'],
    [manifest.publishConfig?.access === 'public', 'has no publishConfig.access public'],
    [Object.values(manifest.bin ?? {}).every((path) => path.startsWith('./dist/')), 'has a bin outside its dist'],
    [manifest.scripts?.['prepack'] === manifest.scripts?.['stamp'] && manifest.scripts?.['stamp'] !== undefined, 'is not stamped in prepack']
  ])
}

/** `publishConfig.exports` is what `exports` says without the source condition: consumers never see `src`. */
function checkExports({ exports = {}, publishConfig }: Manifest): string[] {
  const published = Object.fromEntries(Object.entries(exports).map(([path, target]) => [path, withoutSource(target)]))
  const entries = Object.entries(exports).filter(([path, target]) => path !== './package.json' && !isData(path, target))
  return demand([
    // Not always `.`: a package of several entries, each with a peer of its own, has none that everybody could load.
    [entries.length > 0, 'exports nothing'],
    [exports['./package.json'] === './package.json', 'does not export ./package.json'],
    [same(published, publishConfig?.exports), 'has a publishConfig.exports that differs from its exports'],
    ...entries.map(([path, target]): [boolean, string] => [isEntry(target), `exports ${path} other than by source, types, default`])
  ])
}

/** `./schemas/*` is exported as it stands: data that no build touches. */
function isData(path: string, target: unknown): boolean {
  return path === target && /^\.\/[a-z-]+\/\*$/.test(path)
}

function dataFolders({ exports = {} }: Manifest): string[] {
  return Object.entries(exports).filter(([path, target]) => isData(path, target)).map(([path]) => path.slice('./'.length, -'/*'.length))
}

function withoutSource(target: string | Readonly<Record<string, string>>): unknown {
  if (typeof target === 'string') return target
  return Object.fromEntries(Object.entries(target).filter(([condition]) => condition !== SOURCE_CONDITION))
}

/** The order matters: the first condition that holds wins. */
function isEntry(target: string | Readonly<Record<string, string>>): boolean {
  if (typeof target === 'string') return false
  const stem = /^\.\/src\/(.+)\.ts$/.exec(target[SOURCE_CONDITION] ?? '')?.[1]
  const wanted = { [SOURCE_CONDITION]: `./src/${stem}.ts`, types: `./dist/${stem}.d.ts`, default: `./dist/${stem}.js` }
  return stem !== undefined && same(target, wanted)
}

function checkRanges({ dependencies, peerDependencies, optionalDependencies }: Manifest): string[] {
  const ranges = Object.entries({ ...dependencies, ...peerDependencies, ...optionalDependencies })
  const strange = ranges.filter(([, range]) => !range.split(' || ').every((part) => PLAIN_RANGE.test(part)))
  return strange.map(([name, range]) => `needs ${name} as ${range}, which is no plain version`)
}

/**
 * Own packages are peers by exact version, and development dependencies by the same one. The peers of a peer are peers,
 * too: nothing that is not declared is installed.
 */
function checkOwnLinks({ folder, manifest }: Member, { versions }: Group): string[] {
  const peers = ownNames(manifest.peerDependencies, versions)
  const arrows = ARROWS[folder.replace('packages/', '')] ?? []
  const allowed = [...arrows, ...arrows.flatMap((name) => ARROWS[name] ?? [])].map((name) => `@b10x/${name}`)
  const direct = ownNames({ ...manifest.dependencies, ...manifest.optionalDependencies }, versions)
  return demand([
    ...direct.map((name): [boolean, string] => [false, `needs ${name} other than as a peer`]),
    ...peers.flatMap((name): [boolean, string][] => [
      [allowed.includes(name), `has the peer ${name}, an arrow that the table does not name`],
      [manifest.peerDependencies?.[name] === versions.get(name), `does not pin ${name} to the exact version of the workspace`],
      [manifest.devDependencies?.[name] === versions.get(name), `has the peer ${name} but not the same development dependency`]
    ])
  ])
}

function ownNames(dependencies: Manifest['dependencies'], versions: ReadonlyMap<string, string>): string[] {
  return Object.keys(dependencies ?? {}).filter((name) => versions.has(name))
}

function demand(rules: readonly (readonly [holds: boolean, fault: string])[]): string[] {
  return rules.filter(([holds]) => !holds).map(([, fault]) => fault)
}

/** Equal as JSON text, so that the order of members counts. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
