import { expect, test } from 'vitest'
import { listInstalls } from './list-installs.ts'
import type { Origin } from './make-origin.ts'

const engines = { node: '>=20.19' }
const ports = { name: '@b10x/ports', version: '0.1.0', engines }
const foundation = { name: '@b10x/mcp-foundation', version: '0.1.0', engines, peerDependencies: { '@b10x/ports': '0.1.0', 'zod': '^4.0.0' } }
const origin: Origin = { url: 'file:///o.git', treeUrl: 'file:///t.git', source: 'a'.repeat(40), tree: 'b'.repeat(40), tarballs: '/t', packages: [ports, foundation] }

function dependenciesOf(title: string): unknown {
  return listInstalls(origin).find((install) => install.title === title)?.dependencies
}

test('installs each package in four ways, and the foundation by source', () => {
  const titles = listInstalls(origin).map(({ title }) => title)
  expect(titles).toHaveLength(2 * 4 + 1)
  expect(new Set(titles).size).toBe(titles.length)
})

test('names a package alone, or with its own peers', () => {
  expect(dependenciesOf('@b10x/ports by tarball, npm')).toEqual({ '@b10x/ports': 'file:/t/b10x-ports-0.1.0.tgz' })
  expect(dependenciesOf('@b10x/mcp-foundation by tarball, pnpm')).toEqual({
    '@b10x/mcp-foundation': 'file:/t/b10x-mcp-foundation-0.1.0.tgz', '@b10x/ports': 'file:/t/b10x-ports-0.1.0.tgz'
  })
})

test('writes a folder of a revision as each manager wants it', () => {
  expect(dependenciesOf('@b10x/ports by release tree, npm')).toEqual({ '@b10x/ports': `git+file:///t.git#${origin.tree}::path:packages/ports` })
  expect(dependenciesOf('@b10x/ports by release tree, pnpm')).toEqual({ '@b10x/ports': `git+file:///t.git#${origin.tree}&path:/packages/ports` })
})

test('allows pnpm to build from source, and nothing else', () => {
  const building = listInstalls(origin).filter(({ builds }) => builds.length > 0)
  expect(building.map(({ title, builds, pinned }) => ({ title, builds, pinned }))).toEqual([{
    title: '@b10x/mcp-foundation by source, pnpm',
    builds: ['@b10x/mcp-foundation@git+file:///o.git', '@b10x/ports@git+file:///o.git'],
    pinned: origin.source
  }])
})

test('refuses a Node floor that nobody tries, and a tree without the foundation', () => {
  expect(() => listInstalls({ ...origin, packages: [ports, foundation, { name: '@b10x/x', engines: { node: '>=22' } }] })).toThrow()
  expect(() => listInstalls({ ...origin, packages: [ports] })).toThrow()
})

test('tries each package on the Node that it asks for', () => {
  const installs = listInstalls({ ...origin, packages: [ports, foundation, { name: '@b10x/x', version: '0.1.0', engines: { node: '>=22.19' } }] })
  expect(installs.filter(({ floor }) => floor === '22.19').map(({ title }) => title)).toEqual(['@b10x/x by tarball, npm', '@b10x/x by tarball, pnpm', '@b10x/x by release tree, npm', '@b10x/x by release tree, pnpm'])
})
