import { expect, test } from 'vitest'
import type { Manifest } from '../workspace/read-members.ts'
import { checkPublished, type Group } from './check-manifest.ts'

const group: Group = {
  versions: new Map([['@b10x/ports', '0.1.0'], ['@b10x/mcp-foundation', '0.1.0'], ['@b10x/mcp-cli', '0.1.0'], ['@b10x/testkit', '0.1.0']]),
  released: ['@b10x/ports', '@b10x/mcp-foundation', '@b10x/mcp-cli']
}
const entry = { types: './dist/index.d.ts', default: './dist/index.js' }
const stamp = 'node ../../tooling/release-stamp/stamp.mjs'
const sound: Manifest = {
  name: '@b10x/mcp-foundation',
  version: '0.1.0',
  description: 'planted',
  license: 'Apache-2.0',
  type: 'module',
  engines: { node: '>=20.19' },
  files: ['dist', '!dist/.tsbuildinfo', 'schemas'],
  exports: { '.': { '@b10x/source': './src/index.ts', ...entry }, './schemas/*': './schemas/*', './package.json': './package.json' },
  publishConfig: { access: 'public', exports: { '.': entry, './schemas/*': './schemas/*', './package.json': './package.json' } },
  scripts: { build: 'tsc -b', prepack: stamp, stamp },
  bin: { planted: './dist/bin.js' },
  dependencies: { undici: '^7.30.2' },
  peerDependencies: { '@b10x/ports': '0.1.0', 'zod': '^3.25.0 || ^4.0.0' },
  devDependencies: { '@b10x/ports': '0.1.0', '@b10x/testkit': '0.1.0' }
}

function faultsOf(change: Partial<Manifest>): string[] {
  return checkPublished({ folder: 'packages/mcp-foundation', manifest: { ...sound, ...change } }, group)
}

test('accepts a manifest without a main entry, and none without any', () => {
  const exporting = (exports: NonNullable<Manifest['exports']>, published: NonNullable<Manifest['exports']>): string[] =>
    faultsOf({ exports, files: ['dist', '!dist/.tsbuildinfo'], publishConfig: { access: 'public', exports: published } })
  expect(exporting({ './one': sound.exports?.['.'] ?? '', './package.json': './package.json' }, { './one': entry, './package.json': './package.json' })).toEqual([])
  expect(exporting({ './package.json': './package.json' }, { './package.json': './package.json' })).toHaveLength(1)
})

test('accepts a sound manifest', () => {
  expect(faultsOf({ peerDependencies: { '@b10x/ports': '0.1.0', 'zod': '>=3.25 <5' } })).toEqual([])
})

test.each<[string, Partial<Manifest>]>([
  ['another name', { name: '@b10x/foundation', }],
  ['another licence', { license: 'MIT' }],
  ['CommonJS', { type: 'commonjs' }],
  ['another Node floor', { engines: { node: '>=18' } }],
  ['no description', { description: '' }],
  ['sources among the files', { files: ['dist', '!dist/.tsbuildinfo', 'schemas', 'src'] }],
  ['exported data that is not published', { files: ['dist', '!dist/.tsbuildinfo'] }],
  ['a bin outside dist', { bin: { planted: './src/bin.ts' } }],
  ['no stamp', { scripts: { build: 'tsc -b' } }],
  ['a stamp that packing skips', { scripts: { stamp } }],
  ['a workspace range', { dependencies: { undici: 'workspace:^' } }],
  ['a catalog range', { dependencies: { undici: 'catalog:' } }],
  ['a git address', { dependencies: { undici: 'git+ssh://git@example.invalid/undici.git' } }],
  ['any version', { dependencies: { undici: '*' } }],
  ['a tag', { dependencies: { undici: 'latest' } }],
  ['an own package as a plain dependency', { dependencies: { '@b10x/mcp-cli': '0.1.0' } }],
  ['an own peer by range', { peerDependencies: { '@b10x/ports': '^0.1.0' } }],
  ['an own peer of another version', { peerDependencies: { '@b10x/ports': '0.0.9' } }],
  ['an own peer that is no development dependency', { devDependencies: {} }],
  ['a peer beyond the arrows', { peerDependencies: { '@b10x/mcp-cli': '0.1.0' }, devDependencies: { '@b10x/mcp-cli': '0.1.0' } }],
  ['private access', { publishConfig: { exports: sound.publishConfig?.exports } as Manifest['publishConfig'] & object }]
])('refuses %s', (_, change) => {
  expect(faultsOf(change)).toHaveLength(1)
})

test('refuses published exports that differ, in what they say or in their order', () => {
  const published = (exports: NonNullable<Manifest['exports']>): Partial<Manifest> => ({ publishConfig: { access: 'public', exports } })
  expect(faultsOf(published({ '.': entry, './package.json': './package.json' }))).toHaveLength(1)
  expect(faultsOf(published({ ...sound.exports }))).toHaveLength(1)
  const reversed = { default: entry.default, types: entry.types }
  const exports = { '.': { '@b10x/source': './src/index.ts', ...reversed }, './package.json': './package.json' }
  expect(faultsOf({ exports, files: ['dist', '!dist/.tsbuildinfo'], ...published({ '.': reversed, './package.json': './package.json' }) })).toHaveLength(1)
})

test('refuses a package that is not in the released group', () => {
  expect(checkPublished({ folder: 'packages/mcp-foundation', manifest: sound }, { ...group, released: ['@b10x/ports'] })).toHaveLength(1)
})
