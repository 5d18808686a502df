import { expect, test } from 'vitest'
import { checkReferences, type ReferencingMember } from './check-references.ts'

const ports: ReferencingMember = { folder: 'packages/ports', manifest: { name: '@b10x/ports' }, references: [] }
const testkit: ReferencingMember = { folder: 'packages/testkit', manifest: { name: '@b10x/testkit' }, references: [] }
const foundation: ReferencingMember = {
  folder: 'packages/mcp-foundation',
  manifest: {
    name: '@b10x/mcp-foundation',
    peerDependencies: { '@b10x/ports': '0.1.0' },
    devDependencies: { '@b10x/ports': '0.1.0', '@b10x/testkit': '0.1.0' },
    dependencies: { undici: '^7.30.2' }
  },
  references: ['packages/ports']
}
const all = [ports, testkit, foundation]
const folders = all.map(({ folder }) => folder)

test('accepts references that equal what a build needs', () => {
  expect(checkReferences(all, folders)).toEqual([])
})

test('finds a missing reference', () => {
  expect(checkReferences([ports, testkit, { ...foundation, references: [] }], folders)).toHaveLength(1)
})

test('finds a reference that nothing needs', () => {
  const references = ['packages/ports', 'packages/testkit']
  expect(checkReferences([ports, testkit, { ...foundation, references }], folders)).toHaveLength(1)
})

test('finds a member that the workspace does not reference, and one that is gone', () => {
  expect(checkReferences(all, [...folders.slice(1), 'packages/gone'])).toHaveLength(2)
})
