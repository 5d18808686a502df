/**
 * Finds the npm package that a command fetches and starts without an exact version: the next start may run other code
 * than the reviewed one.
 */
import path from 'node:path'

/** Programs that fetch a package and start it; the words say which subcommand does. */
const LAUNCHERS: Readonly<Record<string, readonly string[] | null>> = {
  npx: null,
  pnpx: null,
  bunx: null,
  npm: ['exec', 'x'],
  pnpm: ['dlx'],
  yarn: ['dlx'],
  bun: ['x']
}

/** Options of these launchers whose value is the next word. */
const WITH_VALUE: readonly string[] = ['-c', '--call', '-w', '--workspace', '--registry', '--cache', '--prefix', '--userconfig', '--loglevel', '--node-options']
const PACKAGE = ['-p', '--package'] as const

/** Semantic Versioning 2.0.0, whole: no range and no tag. */
const EXACT = /^v?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/
const COMMIT = /#[0-9a-f]{40}$/i

/** The first package without an exact version in a command and its arguments, or null. */
export function findUnpinnedPackage([program = '', ...args]: readonly string[]): string | null {
  const name = path.basename(program)
  const subcommands = Object.hasOwn(LAUNCHERS, name) ? LAUNCHERS[name] : undefined
  if (subcommands === undefined) return null
  const start = subcommands === null ? 0 : args.findIndex((arg) => subcommands.includes(arg)) + 1
  if (subcommands !== null && start === 0) return null
  return readPackages(args.slice(start)).find((spec) => !isPinned(spec)) ?? null
}

/** The packages after `-p`, or else the first word that is no option. */
function readPackages(args: readonly string[]): readonly string[] {
  const packages: string[] = []
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    const [option = '', inline] = arg.startsWith('-') ? split(arg) : []
    if (PACKAGE.some((one) => one === option)) packages.push(inline ?? args[(index += 1)] ?? '')
    else if (inline === undefined && WITH_VALUE.includes(option)) index += 1
    else if (arg === '--' || !arg.startsWith('-')) return packages.length > 0 ? packages : [(arg === '--' ? args[index + 1] : arg) ?? '']
  }
  return packages
}

function split(arg: string): [string, string?] {
  const at = arg.indexOf('=')
  return at === -1 ? [arg] : [arg.slice(0, at), arg.slice(at + 1)]
}

function isPinned(spec: string): boolean {
  // A path is what it is; a git address is pinned by its commit.
  if (spec === '' || /^(?:\.{0,2}\/|file:|~\/)/.test(spec)) return true
  if (/^[a-z][a-z0-9+.-]*:|^[\w.-]+\/[\w.-]+/i.test(spec) && !spec.startsWith('npm:')) return COMMIT.test(spec)
  const at = spec.lastIndexOf('@')
  return at > 0 && EXACT.test(spec.slice(at + 1))
}
