// Which build of a package this is. Plain JavaScript: it also runs on Node 20, when a package is built from a git pin.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files outside the package that also decide what its build contains. */
const BUILD_INPUTS = ['.', '../../tsconfig.base.json', '../../pnpm-lock.yaml']

/**
 * The text of a package's release module: the export that its `src/release.ts` declares, with the facts filled in.
 *
 * @param {string} packageFolder absolute
 * @returns {string}
 */
export function readRelease(packageFolder) {
  const source = readFileSync(join(packageFolder, 'src/release.ts'), 'utf8')
  const exported = /export const ([A-Z_]+)\b/.exec(source)?.[1]
  if (exported === undefined) throw new Error(`${packageFolder}/src/release.ts exports no constant`)
  const { name, version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const release = { name, version, ...readRevision(packageFolder) }
  return `export const ${exported} = Object.freeze(${JSON.stringify(release)})\n`
}

/**
 * `BUILD_GIT_REVISION` first, else git. Without either the revision is null and the build counts as dirty: it proves
 * nothing. A revision from the environment that is not the one checked out is dirty too.
 *
 * @param {string} packageFolder
 */
function readRevision(packageFolder) {
  const named = process.env['BUILD_GIT_REVISION'] || null
  if (named !== null && !/^[0-9a-f]{40}$/.test(named)) throw new Error('BUILD_GIT_REVISION must be 40 hexadecimal digits')
  const head = git(packageFolder, ['rev-parse', '--verify', 'HEAD'])
  if (head === null) return { revision: named, dirty: named === null }
  const changes = git(packageFolder, ['status', '--porcelain', '--', ...BUILD_INPUTS])
  const revision = named ?? head
  return { revision, dirty: changes !== '' || revision !== head }
}

/**
 * @param {string} cwd
 * @param {string[]} args
 * @returns {string | null} null where git is missing or refuses
 */
function git(cwd, args) {
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}
