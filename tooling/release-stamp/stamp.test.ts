import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const SOURCE = `export const PLANTED_RELEASE = Object.freeze({ name: '@b10x/planted', version: '0.1.0', revision: null, dirty: true })\n`
const UNKNOWN = 'f'.repeat(40)

let root: string
let folder: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'release-stamp-'))
  folder = join(root, 'packages/planted')
  mkdirSync(join(folder, 'src'), { recursive: true })
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(root, '.gitignore'), 'dist\n')
  writeFileSync(join(root, 'pnpm-lock.yaml'), 'lockfileVersion: 9\n')
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: '@b10x/planted', version: '0.3.0', type: 'module' }))
  writeFileSync(join(folder, 'src/release.ts'), SOURCE)
  writeFileSync(join(folder, 'dist/release.js'), SOURCE)
})

afterEach(() => {
  rmSync(root, { recursive: true })
})

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', '-c', 'commit.gpgsign=false']
  return execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' }).trim()
}

function commitAll(): string {
  git('add', '.')
  git('commit', '-q', '-m', 'planted')
  return git('rev-parse', 'HEAD')
}

function initialize(): string {
  git('init', '-q')
  return commitAll()
}

function run(args: string[], revision?: string): string {
  const env = { PATH: process.env['PATH'], GIT_CEILING_DIRECTORIES: tmpdir(), ...(revision && { BUILD_GIT_REVISION: revision }) }
  return execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' })
}

function stamp(revision?: string): unknown {
  run([join(import.meta.dirname, 'stamp.mjs')], revision)
  return readRelease('dist/release.js')
}

function readRelease(module: string, ...options: string[]): unknown {
  const url = pathToFileURL(join(folder, module)).href
  const code = `import { PLANTED_RELEASE } from ${JSON.stringify(url)}; console.log(JSON.stringify(PLANTED_RELEASE))`
  return JSON.parse(run([...options, '--input-type=module', '-e', code]))
}

const planted = { name: '@b10x/planted', version: '0.3.0' }

test('stamps the revision of a clean clone', () => {
  const revision = initialize()
  expect(stamp()).toEqual({ ...planted, revision, dirty: false })
})

test('stamps the newer revision after a commit that touched no source', () => {
  const first = initialize()
  stamp()
  writeFileSync(join(root, 'README.md'), 'words\n')
  const second = commitAll()
  expect(second).not.toBe(first)
  expect(stamp()).toEqual({ ...planted, revision: second, dirty: false })
})

test.each([
  ['a changed source file', 'packages/planted/src/release.ts'],
  ['a new source file', 'packages/planted/src/new.ts'],
  ['a changed lock file', 'pnpm-lock.yaml'],
  ['a new compiler configuration', 'tsconfig.base.json']
])('is dirty with %s', (_, path) => {
  const revision = initialize()
  writeFileSync(join(root, path), `${SOURCE}\n`)
  expect(stamp()).toEqual({ ...planted, revision, dirty: true })
})

test('is not dirty when only another folder changed', () => {
  const revision = initialize()
  writeFileSync(join(root, 'README.md'), 'words\n')
  expect(stamp()).toEqual({ ...planted, revision, dirty: false })
})

test('takes the revision of the environment', () => {
  const revision = initialize()
  expect(stamp(revision)).toEqual({ ...planted, revision, dirty: false })
  expect(stamp(UNKNOWN)).toEqual({ ...planted, revision: UNKNOWN, dirty: true })
})

test('without git it knows what the environment says, or nothing', () => {
  expect(stamp(UNKNOWN)).toEqual({ ...planted, revision: UNKNOWN, dirty: false })
  expect(stamp()).toEqual({ ...planted, revision: null, dirty: true })
})

test('refuses a revision that is none, and a missing build', () => {
  expect(() => stamp('main')).toThrow()
  rmSync(join(folder, 'dist/release.js'))
  expect(() => stamp()).toThrow()
})

test('builds first where nothing is built, as in the checkout of a git pin', () => {
  const compiler = join(root, 'node_modules/typescript/bin')
  mkdirSync(compiler, { recursive: true })
  const build = `if (process.argv[2] !== '-b') process.exit(1)\nmkdirSync('dist')\nwriteFileSync('dist/release.js', '')\n`
  writeFileSync(join(compiler, 'tsc'), `const { mkdirSync, writeFileSync } = require('node:fs')\n${build}`)
  const revision = initialize()
  rmSync(join(folder, 'dist'), { recursive: true })
  expect(stamp()).toEqual({ ...planted, revision, dirty: false })
})

test('does nothing in a package without a release module', () => {
  rmSync(join(folder, 'src/release.ts'))
  stamp()
  expect(readFileSync(join(folder, 'dist/release.js'), 'utf8')).toBe(SOURCE)
})

test('answers for the source module of a command run from source', () => {
  const revision = initialize()
  const register = join(import.meta.dirname, 'register.mjs')
  expect(readRelease('src/release.ts', '--import', register)).toEqual({ ...planted, revision, dirty: false })
  expect(readFileSync(join(folder, 'src/release.ts'), 'utf8')).toBe(SOURCE)
})
