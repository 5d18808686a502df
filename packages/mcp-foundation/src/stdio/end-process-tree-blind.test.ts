import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { endProcessTree } from './end-process-tree.ts'
import { createProcessTree } from './process-tree.ts'

// As without a free file descriptor, or without `ps`.
vi.mock('./process-table.ts', () => ({ listProcesses: () => null, findProcesses: () => null }))

test('where processes cannot be listed, the group is climbed down all the same', async () => {
  const script = 'trap "" TERM; echo ready; sleep 600 & wait'
  const leader = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  const exited = once(leader, 'exit')
  await once(leader.stdout, 'data')
  const pid = leader.pid ?? 0
  expect(await endProcessTree(createProcessTree(pid, null), { endInput: () => {}, waitMs: 30 })).toBe(true)
  expect(await exited).toEqual([null, 'SIGKILL'])
  expect(() => process.kill(-pid, 0)).toThrow(expect.objectContaining({ code: 'ESRCH' }))
})
