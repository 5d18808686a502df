import { expect, test } from 'vitest'
import { createProcessTree, findMembers } from './process-tree.ts'
import type { ProcessEntry } from './process-table.ts'

const entry = (pid: number, parent: number, part: Partial<ProcessEntry> = {}): ProcessEntry => ({
  pid,
  parent,
  group: pid,
  session: pid,
  started: `t${pid}`,
  zombie: false,
  ...part
})
const pids = (members: readonly ProcessEntry[] | null): number[] => (members ?? []).map(({ pid }) => pid).sort((a, b) => a - b)
const tree = (): ReturnType<typeof createProcessTree> => createProcessTree(100, 't100')

test('members by session, by group and by parent links, however deep', () => {
  const table = [
    entry(1, 0),
    entry(100, 1),
    entry(101, 1, { group: 100, session: 100 }),
    entry(102, 1, { session: 100 }),
    entry(103, 101),
    entry(104, 103),
    entry(200, 1)
  ]
  expect(pids(findMembers(tree(), table))).toEqual([100, 101, 102, 103, 104])
})

test('a member stays one when its parent has ended', () => {
  const known = tree()
  findMembers(known, [entry(100, 1), entry(103, 100), entry(104, 103)])
  expect(pids(findMembers(known, [entry(104, 1)]))).toEqual([104])
  expect(pids(findMembers(known, [entry(104, 1), entry(105, 104)]))).toEqual([104, 105])
})

test('zombies do not count, what hangs under them does', () => {
  expect(pids(findMembers(tree(), [entry(100, 1, { zombie: true }), entry(101, 100)]))).toEqual([101])
})

test('a later process with the pid of a member is no member', () => {
  const known = tree()
  findMembers(known, [entry(100, 1), entry(103, 100)])
  expect(findMembers(known, [entry(103, 1, { started: 'later' })])).toEqual([])
})

test('when the leader’s pid was given away its group and session are not ours', () => {
  const known = tree()
  findMembers(known, [entry(100, 1), entry(103, 100)])
  const table = [entry(100, 1, { started: 'later' }), entry(150, 100, { group: 100, session: 100 }), entry(103, 1)]
  expect(pids(findMembers(known, table))).toEqual([103])
})

test('without the leader’s start time its group is still ours', () => {
  expect(pids(findMembers(createProcessTree(100, null), [entry(100, 1), entry(101, 1, { group: 100 })]))).toEqual([100, 101])
})

test('nothing is known when the list cannot be read', () => {
  expect(findMembers(tree(), null)).toBe(null)
})

test('this process is never a member', () => {
  expect(findMembers(tree(), [entry(process.pid, 1, { group: 100, session: 100 })])).toEqual([])
})
