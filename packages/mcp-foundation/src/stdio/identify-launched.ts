import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { identifyPackage } from './identify-package.ts'
import type { PackageEvidence } from './identify-package.ts'
import { findMembers } from './process-tree.ts'
import type { ProcessTree } from './process-tree.ts'

const LAUNCHERS: ReadonlySet<string> = new Set(['npx', 'npm', 'pnpx', 'pnpm', 'yarn', 'bunx'])

/** True for a program that fetches a package and starts it as another process. */
export function isLauncher(program: string): boolean {
  return LAUNCHERS.has(basename(program))
}

/**
 * The package that a launcher really started, told from the running processes: the launcher's cache alone cannot tell,
 * since a local or global install of the package wins over it. Ask only after the server has answered; then the same
 * server gives the same evidence. Undefined where there is no `/proc` (evidence is then absent, never guessed), or
 * when the server hides its command line.
 */
export function identifyLaunched(tree: ProcessTree): PackageEvidence | undefined {
  const members = findMembers(tree) ?? []
  // Parents first: what the server itself may have started lies deeper.
  for (let level = [tree.pid]; level.length > 0; ) {
    const below = members.filter((entry) => level.includes(entry.parent) && entry.pid !== tree.pid)
    const found = below.map((entry) => identifyProcess(entry.pid)).filter((item) => item !== undefined)
    const servers = found.filter((item) => !LAUNCHERS.has(item.name))
    if (servers.length > 0) return servers.length === 1 ? servers[0] : undefined
    level = below.map((entry) => entry.pid)
  }
  return undefined
}

function identifyProcess(pid: number): PackageEvidence | undefined {
  try {
    const [, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return identifyPackage(readlinkSync(`/proc/${pid}/exe`), args, readlinkSync(`/proc/${pid}/cwd`))
  } catch {
    return undefined // no /proc, or it ended meanwhile
  }
}
