import type { Manifest, Member } from '../workspace/read-members.ts'
import { satisfiesRange } from './satisfies-range.ts'

type Ranges = ReadonlyMap<string, ReadonlySet<string>>

/** Every dependency on a package that is not ours, with the ranges that members ask for. */
export function listDependencies(members: readonly Member[]): Ranges {
  return collect(members, (manifest) => [...pinsOf(manifest), ...peersOf(manifest)])
}

function collect(members: readonly Member[], ask: (manifest: Manifest) => readonly [string, string][]): Map<string, Set<string>> {
  const own = new Set(members.map(({ manifest }) => manifest.name))
  const ranges = new Map<string, Set<string>>()
  for (const { manifest } of members) {
    for (const [name, range] of ask(manifest)) {
      if (!own.has(name)) ranges.set(name, (ranges.get(name) ?? new Set()).add(range))
    }
  }
  return ranges
}

/** What the workspace installs by its own choice. */
function pinsOf({ dependencies, optionalDependencies, devDependencies }: Manifest): [string, string][] {
  return [dependencies, optionalDependencies, devDependencies].flatMap((group) => Object.entries(group ?? {}))
}

/** What a consumer brings along. */
function peersOf({ peerDependencies }: Manifest): [string, string][] {
  return Object.entries(peerDependencies ?? {})
}

/** The record of dependencies names each of them once, and nothing else. A line is a table row that starts with a name in backticks. */
export function checkRecord(ranges: Ranges, record: string): string[] {
  const named = [...record.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name ?? '')
  const missing = [...ranges.keys()].filter((name) => !named.includes(name)).map((name) => `${name} is missing in docs/dependencies.md`)
  const extra = named.filter((name) => !ranges.has(name)).map((name) => `docs/dependencies.md names ${name}, which no manifest needs`)
  const twice = named.filter((name, index) => named.indexOf(name) !== index).map((name) => `docs/dependencies.md names ${name} twice`)
  return [...missing, ...extra, ...twice]
}

/**
 * One version of each package is installed and tested, and the range of a peer holds it. The compiler's view of Node
 * follows the floor of a package, so `@types/node` alone may differ between members.
 */
export function checkOneVersion(members: readonly Member[]): string[] {
  const pins = collect(members, pinsOf)
  const several = [...pins].filter(([name, asked]) => asked.size > 1 && name !== '@types/node')
  const peers = [...collect(members, peersOf)].flatMap(([name, asked]) => [...asked].flatMap((range) => checkPeer(name, range, pins.get(name))))
  return [...several.map(([name, asked]) => `${name} is asked for as ${[...asked].join(' and as ')}`), ...peers]
}

function checkPeer(name: string, range: string, pins: ReadonlySet<string> | undefined): string[] {
  if (pins === undefined) return [`${name} is a peer, and no version of it is installed to test with`]
  return [...pins].filter((pin) => !satisfiesRange(pin, range)).map((pin) => `${name} is a peer as ${range}, and ${pin} is installed`)
}

/** A lock file with an address in it installs from there, and nowhere else. */
export function checkLockFile(text: string): string[] {
  const lines = text.split('\n')
  const addresses = lines.flatMap((line, index) => (/[a-z][a-z+]*:\/\/|\btarball:|\bgit@[\w.-]+:/i.test(line) ? [`pnpm-lock.yaml:${index + 1} holds an address`] : []))
  return lines.some((line) => line.startsWith('lockfileVersion:')) ? addresses : [...addresses, 'pnpm-lock.yaml is no lock file']
}
