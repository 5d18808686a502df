import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkStamps } from './check-stamps.ts'
import { commitFolder, tagCommit } from './commit-folder.ts'
import { describeRelease } from './describe-release.ts'
import { unpackPackage } from './unpack-package.ts'

const OTHER = 'f'.repeat(40)

let root: string
let repository: string
let tree: string
let source: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'release-tree-test-'))
  repository = join(root, 'repository')
  tree = join(root, 'tree')
  plant('repository/README.md', 'words\n')
  plant('repository/.gitignore', 'dist\n')
  git('init', '-q')
  git('add', '.')
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', '-c', 'commit.gpgsign=false']
  git(...identity, 'commit', '-q', '-m', 'planted')
  source = git('rev-parse', 'HEAD')
})

afterEach(() => {
  rmSync(root, { recursive: true })
})

function plant(path: string, text: string): string {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
  return join(root, path)
}

function git(...args: string[]): string {
  const env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
  return execFileSync('git', args, { cwd: repository, env, encoding: 'utf8' }).trim()
}

function commit(): string {
  return commitFolder({ repository, folder: tree, source, message: 'Release tree\n\nSource-Revision: planted' })
}

test('commits a folder without history and touches nothing else', () => {
  plant('tree/packages/a/dist/index.js', 'export {}\n')
  chmodSync(plant('tree/packages/a/dist/bin.js', '#!/usr/bin/env node\r\n'), 0o755)
  plant('repository/staged', '')
  git('add', 'staged')
  plant('repository/untracked', '')
  const before = [git('status', '--porcelain'), git('for-each-ref'), git('rev-parse', 'HEAD')]
  const made = commit()
  expect([git('status', '--porcelain'), git('for-each-ref'), git('rev-parse', 'HEAD')]).toEqual(before)
  expect(git('rev-list', '--parents', made)).toBe(made)
  expect(git('ls-tree', '-r', made).split('\n').map((line) => line.replace(/ blob \w+\t/, ' '))).toEqual([
    '100755 packages/a/dist/bin.js', '100644 packages/a/dist/index.js'
  ])
  expect(git('cat-file', 'blob', `${made}:packages/a/dist/bin.js`)).toBe('#!/usr/bin/env node')
  expect(git('cat-file', '-s', `${made}:packages/a/dist/bin.js`)).toBe('21')
  expect(git('show', '--no-patch', '--format=%s|%(trailers:key=Source-Revision,valueonly)', made)).toBe('Release tree|planted')
})

test('gives the same commit for the same files, and another for others', () => {
  const path = plant('tree/packages/a/package.json', '{}\n')
  const made = commit()
  expect(commit()).toBe(made)
  writeFileSync(path, '{ }\n')
  expect(commit()).not.toBe(made)
})

test('tags once', () => {
  plant('tree/packages/a/package.json', '{}\n')
  const made = commit()
  const tag = { repository, tag: 'v0.1.0-dist', commit: made, source, message: 'Release tree of 0.1.0' }
  tagCommit(tag)
  expect(git('rev-parse', 'v0.1.0-dist^{commit}')).toBe(made)
  expect(git('tag', '--list', '--format=%(contents:subject)', 'v0.1.0-dist')).toBe('Release tree of 0.1.0')
  expect(() => { tagCommit(tag) }).toThrow()
})

test('unpacks without scripts and development dependencies', async () => {
  const manifest = { name: '@b10x/a', version: '0.1.0', scripts: { prepack: 'x' }, peerDependencies: { b: '1.0.0' }, devDependencies: { c: '1.0.0' } }
  plant('package/package.json', JSON.stringify(manifest))
  plant('package/dist/index.js', 'export {}\n')
  const tarball = join(root, 'a.tgz')
  execFileSync('tar', ['-czf', tarball, '-C', root, 'package'])
  const folder = await unpackPackage({ name: '@b10x/a', tarball }, tree)
  expect(folder).toBe(join(tree, 'packages/a'))
  const made = commit()
  expect(JSON.parse(git('show', `${made}:packages/a/package.json`))).toEqual({ name: '@b10x/a', version: '0.1.0', peerDependencies: { b: '1.0.0' } })
  expect(git('show', `${made}:packages/a/dist/index.js`)).toBe('export {}')
})

function stamped(folder: string, revision: string | null, dirty: boolean): string {
  plant(`tree/packages/${folder}/package.json`, '{ "type": "module" }')
  plant(`tree/packages/${folder}/dist/release.js`, `export const R = Object.freeze(${JSON.stringify({ name: folder, revision, dirty })})\n`)
  return join(tree, 'packages', folder)
}

test('accepts stamps of a clean build of the source revision, and packages without a stamp', async () => {
  expect(await checkStamps([stamped('a', source, false), join(tree, 'packages/none')], source, false)).toEqual([])
})

test.each<[string, string | null, boolean]>([['another revision', OTHER, false], ['no revision', null, true]])('refuses a stamp with %s', async (_, revision, dirty) => {
  expect(await checkStamps([stamped('a', revision, dirty)], source, true)).toHaveLength(1)
})

test('refuses a modified build unless it is allowed, and a tree without a stamp', async () => {
  const folder = stamped('a', source, true)
  expect(await checkStamps([folder], source, false)).toHaveLength(1)
  expect(await checkStamps([folder], source, true)).toEqual([])
  expect(await checkStamps([], source, true)).toHaveLength(1)
})

test('the message names versions and source revision', () => {
  const manifests = [{ name: '@b10x/a', version: '0.1.0' }, { name: '@b10x/b', version: '0.1.0' }]
  const message = describeRelease(manifests, OTHER, false)
  expect(message.split('\n')[0]).toBe('Release tree of 0.1.0')
  expect(message.endsWith(`\n\nSource-Revision: ${OTHER}`)).toBe(true)
  expect(message).toContain('- @b10x/b 0.1.0')
})
