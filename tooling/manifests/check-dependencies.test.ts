import { expect, test } from 'vitest'
import type { Member } from '../workspace/read-members.ts'
import { checkLockFile, checkOneVersion, checkRecord, listDependencies } from './check-dependencies.ts'

const members: Member[] = [
  { folder: '.', manifest: { name: 'workspace', devDependencies: { 'typescript': '6.0.3', '@types/node': '24.19.4' } } },
  { folder: 'packages/ports', manifest: { name: '@b10x/ports' } },
  {
    folder: 'packages/planted',
    manifest: {
      name: '@b10x/planted',
      dependencies: { undici: '^7.30.2' },
      peerDependencies: { '@b10x/ports': '0.1.0', 'zod': '>=3.25 <5' },
      devDependencies: { '@b10x/ports': '0.1.0', '@types/node': '20.19.43', 'zod': '4.6.7' }
    }
  }
]
const ranges = listDependencies(members)
const record = ['typescript', '@types/node', 'undici', 'zod'].map((name) => `| \`${name}\` | 1 | for a test |`).join('\n')

test('lists what others published, of every kind', () => {
  expect([...ranges.keys()].toSorted()).toEqual(['@types/node', 'typescript', 'undici', 'zod'])
})

test('compares the record both ways', () => {
  expect(checkRecord(ranges, record)).toEqual([])
  expect(checkRecord(ranges, record.replace('undici', 'got'))).toHaveLength(2)
  expect(checkRecord(ranges, `${record}\n| \`zod\` | 1 | once more |`)).toHaveLength(1)
  expect(checkRecord(ranges, '')).toHaveLength(4)
})

test('wants one version of a package, types of Node aside', () => {
  expect(checkOneVersion(members)).toEqual([])
  const second: Member = { folder: 'apps/planted', manifest: { name: '@b10x/app', dependencies: { zod: '3.25.0' } } }
  expect(checkOneVersion([...members, second])).toHaveLength(1)
})

test('wants a version of each peer that its range allows', () => {
  const asking = (range: string): Member => ({ folder: 'packages/other', manifest: { name: '@b10x/other', peerDependencies: { zod: range } } })
  expect(checkOneVersion([...members, asking('^4.0.0')])).toEqual([])
  expect(checkOneVersion([...members, asking('^3.25.0')])).toHaveLength(1)
  expect(checkOneVersion([...members, { folder: 'packages/other', manifest: { name: '@b10x/other', peerDependencies: { ai: '>=7 <8' } } }])).toHaveLength(1)
})

test('wants a lock file without addresses', () => {
  const lock = `lockfileVersion: '9.0'\n\npackages:\n\n  '@changesets/git@4.0.1':\n    resolution: {integrity: sha512-a}\n`
  expect(checkLockFile(lock)).toEqual([])
  for (const line of ['tarball: undici.tgz', 'https://example.invalid/a.tgz', 'git@example.invalid:a/b.git', 'git+ssh://example.invalid/a']) {
    expect(checkLockFile(`${lock}    resolution: {${line}}\n`)).toHaveLength(1)
  }
  expect(checkLockFile('')).toHaveLength(1)
})
