import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** The npm package that a server's code came from. */
export interface PackageEvidence {
  readonly name: string
  readonly version: string
  /** Subresource integrity, as npm recorded it when it installed the package. */
  readonly integrity?: string
}

const INTERPRETERS: ReadonlySet<string> = new Set(['node', 'nodejs', 'bun'])
/** Options of node whose value is the next argument; every other option of node stands alone or holds its value. */
const VALUE_OPTIONS: ReadonlySet<string> = new Set(
  '-r --require --import --loader --experimental-loader -C --conditions --env-file --env-file-if-exists --title'.split(' ')
)

/**
 * The package of the script that an interpreter runs, or of the program itself. Undefined when neither lies, links
 * resolved, under a `node_modules/<package>` with a readable manifest.
 */
export function identifyPackage(program: string, args: readonly string[], cwd: string): PackageEvidence | undefined {
  const script = INTERPRETERS.has(basename(program)) ? findScript(args) : program
  return script === undefined ? undefined : identifyFile(resolve(cwd, script))
}

/** The first argument that node itself does not consume. */
function findScript(args: readonly string[]): string | undefined {
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? ''
    if (!argument.startsWith('-')) return argument
    if (argument === '--') return args[index + 1]
    if (/^-(?:e|p|pe|-eval|-print)$/.test(argument)) return undefined
    if (VALUE_OPTIONS.has(argument)) index += 1
  }
  return undefined
}

/** The package that a file belongs to; a launch script in `node_modules/.bin` counts as what it launches. */
function identifyFile(file: string): PackageEvidence | undefined {
  try {
    const real = realpathSync(file)
    return readPackage(basename(dirname(real)) === '.bin' ? realpathSync(followLaunchScript(real)) : real)
  } catch {
    return undefined
  }
}

/** pnpm and npm's cmd-shim write shell scripts in place of links. */
function followLaunchScript(file: string): string {
  if (statSync(file).size > MAX_SCRIPT_BYTES) return file
  const text = readFileSync(file, 'utf8')
  const target = /^# cmd-shim-target=(\S.*)$/m.exec(text)?.[1] ?? /"\$basedir\/(\.\.\/[^"]+)"\s+"\$@"/.exec(text)?.[1]
  return target === undefined ? file : resolve(dirname(file), target)
}

function readPackage(file: string): PackageEvidence | undefined {
  const folders = file.split(sep)
  const at = folders.lastIndexOf('node_modules')
  const first = folders[at + 1]
  if (at === -1 || first === undefined || first.startsWith('.')) return undefined
  const root = folders.slice(0, at + (first.startsWith('@') ? 3 : 2)).join(sep)
  const manifest = readJson(join(root, 'package.json'))
  const { name, version } = manifest ?? {}
  if (typeof name !== 'string' || !NAME.test(name) || typeof version !== 'string' || !VERSION.test(version)) return undefined
  const integrity = findIntegrity(root, version)
  return { name, version, ...(integrity === undefined ? {} : { integrity }) }
}

const MAX_SCRIPT_BYTES = 64 * 1024
const MAX_JSON_BYTES = 64 * 1024 * 1024
const NAME = /^(?:@[\w.~-]+\/)?[\w.~-]+$/
const VERSION = /^\d+\.\d+\.\d+[\w.+-]*$/
const INTEGRITY = /^sha(?:256|384|512)-[A-Za-z0-9+/]+={0,2}$/

/** npm's hidden lock file of the nearest `node_modules` that lists this very folder at this version. */
function findIntegrity(root: string, version: string): string | undefined {
  for (let folder = dirname(root); folder !== dirname(folder); folder = dirname(folder)) {
    const lock = join(folder, '.package-lock.json')
    if (basename(folder) !== 'node_modules' || !existsSync(lock)) continue
    const packages = readJson(lock)?.['packages']
    const entry = isRecord(packages) ? packages[relative(dirname(folder), root).split(sep).join('/')] : undefined
    if (!isRecord(entry) || entry['version'] !== version) continue
    const { integrity } = entry
    return typeof integrity === 'string' && INTEGRITY.test(integrity) ? integrity : undefined
  }
  return undefined
}

function readJson(file: string): Record<string, unknown> | undefined {
  if (!isAbsolute(file) || statSync(file).size > MAX_JSON_BYTES) return undefined
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return isRecord(value) ? value : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
