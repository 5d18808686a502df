import type { Manifest, Member } from '../workspace/read-members.ts'

type Ranges = ReadonlyMap<string, ReadonlySet<string>>

/** Every dependency on a package that is not ours, with the ranges that members ask for. */
export function listDependencies(members: readonly Member[]): Ranges {
  const own = new Set(members.map(({ manifest }) => manifest.name))
  const ranges = new Map<string, Set<string>>()
  for (const { manifest } of members) {
    for (const [name, range] of allDependencies(manifest)) {
      if (!own.has(name)) ranges.set(name, (ranges.get(name) ?? new Set()).add(range))
    }
  }
  return ranges
}

function allDependencies({ dependencies, peerDependencies, optionalDependencies, devDependencies }: Manifest): [string, string][] {
  return [dependencies, peerDependencies, optionalDependencies, devDependencies].flatMap((group) => Object.entries(group ?? {}))
}

/** The record of dependencies names each of them once, and nothing else. A line is a table row that starts with a name in backticks. */
export function checkRecord(ranges: Ranges, record: string): string[] {
  const named = [...record.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name ?? '')
  const missing = [...ranges.keys()].filter((name) => !named.includes(name)).map((name) => `${name} is missing in docs/dependencies.md`)
  const extra = named.filter((name) => !ranges.has(name)).map((name) => `docs/dependencies.md names ${name}, which no manifest needs`)
  const twice = named.filter((name, index) => named.indexOf(name) !== index).map((name) => `docs/dependencies.md names ${name} twice`)
  return [...missing, ...extra, ...twice]
}

/** The compiler's view of Node follows the floor of a package, so `@types/node` alone may differ between members. */
export function checkOneVersion(ranges: Ranges): string[] {
  const several = [...ranges].filter(([name, asked]) => asked.size > 1 && name !== '@types/node')
  return several.map(([name, asked]) => `${name} is asked for as ${[...asked].join(' and as ')}`)
}

/** A lock file with an address in it installs from there, and nowhere else. */
export function checkLockFile(text: string): string[] {
  const lines = text.split('\n')
  const addresses = lines.flatMap((line, index) => (/[a-z][a-z+]*:\/\/|\btarball:|\bgit@[\w.-]+:/i.test(line) ? [`pnpm-lock.yaml:${index + 1} holds an address`] : []))
  return lines.some((line) => line.startsWith('lockfileVersion:')) ? addresses : [...addresses, 'pnpm-lock.yaml is no lock file']
}
