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

test('accepts a package that holds what it promises', () => {
  expect(checkContents({ manifest, files })).toEqual([])
})

test.each(['package.json', 'LICENSE', 'README.md', 'dist/index.d.ts', 'dist/bin.js'])('misses %s', (path) => {
  expect(checkContents({ manifest, files: files.filter((file) => file !== path) })).toEqual([`lacks ${path}`])
})

test.each([
  ['src/index.ts', 1], ['tsconfig.json', 1], ['dist/a.test.js', 1], ['dist/__fixtures__/a.js', 1], ['dist/.tsbuildinfo', 1], ['src/a.test.ts', 2]
])('refuses %s', (path, faults) => {
  expect(checkContents({ manifest, files: [...files, path] })).toHaveLength(faults)
})

test('refuses a manifest that only this workspace understands', () => {
  const peers = { ...manifest, peerDependencies: { '@b10x/ports': 'workspace:*' } }
  expect(checkContents({ manifest: peers, files })).toHaveLength(1)
  const source = { '.': { '@b10x/source': './dist/index.js', default: './dist/index.js' } }
  expect(checkContents({ manifest: { ...manifest, exports: source }, files })).toHaveLength(1)
})
