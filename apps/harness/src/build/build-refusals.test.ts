import { mkdir, readFile, readdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { schemaFaults } from '../__fixtures__/check-schema.ts'
import { projectFolder, STAND_IN } from '../__fixtures__/project-folder.ts'

const MANIFEST = { name: 'office', version: '1.0.0', type: 'module', dependencies: { '@b10x/harness-server': '0.0.1' } }
const PROJECT: Readonly<Record<string, unknown>> = { ...STAND_IN, 'package.json': MANIFEST, 'harness.mjs': 'export default {}\n' }
const needing = (dependencies: object): object => ({ ...MANIFEST, dependencies: { ...MANIFEST.dependencies, ...dependencies } })

test.each<[string, Readonly<Record<string, unknown>>, object]>([
  ['there is no package.json', { 'package.json': '{' }, { file: 'package.json', pointer: '', reason: 'unreadable' }],
  ['the package.json is a list', { 'package.json': [] }, { file: 'package.json', pointer: '', reason: 'not_an_object' }],
  ['it does not depend on the server', { 'package.json': { type: 'module' } }, { file: 'package.json', pointer: '/dependencies', reason: 'dependency_missing' }],
  ['its main is not there', { 'package.json': { ...MANIFEST, main: 'other.mjs' } }, { file: 'package.json', pointer: '/main', reason: 'file_missing' }],
  ['it imports what it does not depend on', { 'harness.mjs': "import 'left-pad'" }, { file: 'harness.mjs', pointer: '', reason: 'import_undeclared', import: 'left-pad' }],
  ['it imports that later', { 'harness.mjs': "await import('@a/b/c')" }, { file: 'harness.mjs', pointer: '', reason: 'import_undeclared', import: '@a/b/c' }],
  ['it imports what is not there', { 'harness.mjs': "export * from './none.js'" }, { file: 'harness.mjs', pointer: '', reason: 'import_missing', import: './none.js' }],
  ['it imports what lies outside', { 'harness.mjs': "import './a/b.mjs'", 'a/b.mjs': "import '../../outside.mjs'", '../outside.mjs': '' }, { file: 'a/b.mjs', pointer: '', reason: 'import_outside', import: '../../outside.mjs' }],
  ['it imports its own over the outside', { 'harness.mjs': "import '../project/b.mjs'", 'b.mjs': '' }, { file: 'harness.mjs', pointer: '', reason: 'import_outside', import: '../project/b.mjs' }],
  ['it imports a place of this machine', { 'harness.mjs': "import '/etc/x.mjs'" }, { file: 'harness.mjs', pointer: '', reason: 'import_unsupported', import: '/etc/x.mjs' }],
  ['its TypeScript is no module', { 'package.json': { ...MANIFEST, type: undefined, main: 'harness.ts' }, 'harness.ts': 'export default {}' }, { file: 'package.json', pointer: '/type', reason: 'not_module' }],
  ['it names files by a pattern', { 'package.json': { ...MANIFEST, files: ['assets/*'] } }, { file: 'package.json', pointer: '/files/0', reason: 'pattern' }],
  ['it names files outside', { 'package.json': { ...MANIFEST, files: ['../other'] } }, { file: 'package.json', pointer: '/files/0', reason: 'pattern' }],
  ['it names files that are not there', { 'package.json': { ...MANIFEST, files: ['assets'] } }, { file: 'package.json', pointer: '/files/0', reason: 'file_missing' }],
  ['a package is not installed', { 'package.json': needing({ 'a/b': '1' }) }, { file: 'package.json', pointer: '/dependencies/a~1b', reason: 'not_installed' }],
  [
    'what a package needs is not installed',
    { 'package.json': needing({ a: '1' }), 'node_modules/a/package.json': { name: 'a', version: '1.0.0', peerDependencies: { b: '1' } } },
    { file: 'node_modules/a/package.json', pointer: '/peerDependencies/b', reason: 'not_installed' }
  ]
])('a project is refused, and nothing written, when %s', async (_what, files, details) => {
  await using project = await projectFolder({ ...PROJECT, ...files })
  const { status, stdout } = await project.build()
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'config_invalid', details } })
  expect([status, schemaFaults('error', stdout)]).toEqual([2, []])
  expect((await readdir(project.folder)).filter((name) => name.startsWith('artifact'))).toEqual([])
})

test('a linked package that is not built is refused, and one that is built goes without its sources', async () => {
  await using project = await projectFolder({
    ...PROJECT,
    'package.json': needing({ linked: '1' }),
    '../linked/package.json': { name: 'linked', version: '1.0.0', files: ['dist'], exports: './src/index.ts', scripts: { prepare: 'x' }, publishConfig: { exports: './dist/index.js' } },
    '../linked/src/index.ts': ''
  })
  await symlink('../../linked', path.join(project.folder, 'project/node_modules/linked'))
  expect(JSON.parse((await project.build()).stdout)).toMatchObject({ error: { details: { file: 'node_modules/linked/package.json', pointer: '/files/0', reason: 'file_missing' } } })
  await project.write('../linked/dist/other.js', '')
  expect(JSON.parse((await project.build()).stdout)).toMatchObject({ error: { details: { file: 'node_modules/linked/package.json', pointer: '/exports', reason: 'not_built' } } })
  await project.write('../linked/dist/index.js', '')
  expect((await project.build()).status).toBe(0)
  const packed = path.join(project.folder, 'artifact/node_modules/linked')
  expect((await readdir(packed)).toSorted()).toEqual(['dist', 'package.json'])
  expect(JSON.parse(await readFile(path.join(packed, 'package.json'), 'utf8'))).toEqual({ name: 'linked', version: '1.0.0', files: ['dist'], exports: './dist/index.js' })
})

test('a link in a package, or among the modules, is refused', async () => {
  await using project = await projectFolder({ ...PROJECT, 'harness.mjs': "import './secret.mjs'", '../secret.mjs': 'export {}' })
  await symlink('../secret.mjs', path.join(project.folder, 'project/secret.mjs'))
  expect(JSON.parse((await project.build()).stdout)).toMatchObject({ error: { details: { file: 'harness.mjs', reason: 'import_outside' } } })
  await project.write('harness.mjs', 'export default {}')
  await symlink('/etc/hostname', path.join(project.folder, 'project/node_modules/@b10x/harness-server/data'))
  expect(JSON.parse((await project.build()).stdout)).toMatchObject({ error: { details: { file: 'node_modules/@b10x/harness-server/package.json', reason: 'link' } } })
})

test('two versions of a package are both there, each where it is asked for', async () => {
  const one = (name: string, version: string, more: object = {}): object => ({ name, version, ...more })
  await using project = await projectFolder({
    ...PROJECT,
    'package.json': needing({ a: '1', c: '2' }),
    'node_modules/a/package.json': one('a', '1.0.0', { dependencies: { c: '1', b: '1' }, optionalDependencies: { absent: '1' }, peerDependencies: { also: '1' }, peerDependenciesMeta: { also: { optional: true } } }),
    'node_modules/a/node_modules/c/package.json': one('c', '1.0.0', { dependencies: { b: '1' } }),
    'node_modules/b/package.json': one('b', '1.0.0', { dependencies: { c: '2' } }),
    'node_modules/c/package.json': one('c', '2.0.0')
  })
  expect((await project.build()).status).toBe(0)
  const lock = JSON.parse(await readFile(path.join(project.folder, 'artifact/manifest.json'), 'utf8')) as { packages: { path: string; version: string }[] }
  expect(lock.packages.map((placed) => `${placed.path} ${placed.version}`)).toEqual([
    'node_modules/@b10x/harness-server 0.0.1',
    'node_modules/a 1.0.0',
    'node_modules/a/node_modules/c 1.0.0',
    'node_modules/b 1.0.0',
    'node_modules/c 2.0.0'
  ])
})

test('what is there is never written to', async () => {
  await using project = await projectFolder({ ...PROJECT, '../artifact/mine': 'mine' })
  const { status, stdout } = await project.build()
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'usage_invalid' } })
  expect([status, await readdir(path.join(project.folder, 'artifact'))]).toEqual([2, ['mine']])
  await mkdir(path.join(project.folder, 'empty'))
  expect(JSON.parse((await project.build('empty')).stdout)).toMatchObject({ error: { code: 'usage_invalid' } })
  expect(JSON.parse((await project.build('none/artifact')).stdout)).toMatchObject({ error: { code: 'usage_invalid' } })
})
