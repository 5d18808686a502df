import { expect, test } from 'vitest'
import { checkContents } from './check-contents.ts'

const manifest = {
  name: '@b10x/planted',
  files: ['dist', '!dist/.tsbuildinfo'],
  bin: { planted: './dist/bin.js' },
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './package.json': './package.json' },
  peerDependencies: { '@b10x/ports': '0.1.0' }
}
const files = ['package.json', 'LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts', 'dist/bin.js']

const sources = ['src/index.ts', 'src/bin.ts', 'src/a.test.ts', 'src/__fixtures__/a.ts', 'package.json']

test('accepts a package that holds what it promises', () => {
  expect(checkContents({ manifest, files, sources })).toEqual([])
})

test('refuses what the compiler left behind of a deleted source', () => {
  expect(checkContents({ manifest, files: [...files, 'dist/gone.js', 'dist/gone.d.ts'], sources })).toHaveLength(1)
})

test.each(['package.json', 'LICENSE', 'README.md', 'dist/index.d.ts', 'dist/bin.js'])('misses %s', (path) => {
  expect(checkContents({ manifest, files: files.filter((file) => file !== path), sources })).toEqual([`lacks ${path}`])
})

test.each([
  ['src/index.ts', 1], ['tsconfig.json', 1], ['dist/a.test.js', 1], ['dist/__fixtures__/a.js', 1], ['dist/.tsbuildinfo', 1], ['src/a.test.ts', 2]
])('refuses %s', (path, faults) => {
  expect(checkContents({ manifest, files: [...files, path], sources })).toHaveLength(faults)
})

test('refuses a manifest that only this workspace understands', () => {
  const peers = { ...manifest, peerDependencies: { '@b10x/ports': 'workspace:*' } }
  expect(checkContents({ manifest: peers, files, sources })).toHaveLength(1)
  const source = { '.': { '@b10x/source': './dist/index.js', default: './dist/index.js' } }
  expect(checkContents({ manifest: { ...manifest, exports: source }, files, sources })).toHaveLength(1)
})
