import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { execPath } from 'node:process'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { fixture, openFixture, running, wrapped } from './__fixtures__/open-fixture.ts'
import { endProcessTree } from './end-process-tree.ts'
import { listProcesses } from './process-table.ts'
import { findMembers, trackProcessTree } from './process-tree.ts'

vi.setConfig({ testTimeout: 60_000 })

test('F13: nothing is left of a wrapper, its server and grandchildren that ignore SIGTERM', async () => {
  const { ask, channel } = await openFixture({
    ...wrapped('wait', '--ignore-end', '--ignore-term'),
    closeLadderMs: 50
  })
  await ask('spawn')
  await ask('spawn', { away: true })
  const pids = (await ask('pids')) as number[]
  expect(running(pids)).toEqual(pids)
  await channel.close()
  expect(running(pids)).toEqual([])
})

test('a wrapper that leaves early leaves nothing behind', async () => {
  const { ask, channel } = await openFixture({ ...wrapped('leave', '--ignore-end', '--ignore-term'), closeLadderMs: 50 })
  await expect(ask('hold')).rejects.toThrow(expect.objectContaining({ code: 'process_exited', details: { exitCode: 0, signal: null } }))
  await channel.close()
})

test('members that outlive their leader are found by its group, and SIGTERM comes before SIGKILL', async () => {
  const script = 'trap "" TERM; sleep 600 & (trap "echo told; exit" TERM; sleep 600 & wait) & exit'
  const leader = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  const said = text(leader.stdout)
  const tree = trackProcessTree(leader.pid ?? 0)
  await once(leader, 'exit')
  expect(findMembers(tree)?.length).toBeGreaterThanOrEqual(2)
  expect(await endProcessTree(tree, { endInput: () => {}, waitMs: 50 })).toBe(true)
  expect(findMembers(tree)).toEqual([])
  expect(await said).toBe('told\n')
})

test('a process that escaped, and holds the pipes, holds nobody', async () => {
  const escaping = 'setsid sh -c "echo \\$\\$ >&2; exec sleep 600" & read line'
  const { ask, channel } = await openFixture({ command: '/bin/sh', args: ['-c', escaping] })
  const escaped = (): number => Number(channel.diagnostics().stderrTail)
  await vi.waitFor(() => expect(escaped()).toBeGreaterThan(0), { timeout: 30_000, interval: 10 })
  const before = readdirSync('/proc/self/fd').length
  try {
    await expect(ask('echo')).rejects.toThrow(expect.objectContaining({ details: { exitCode: 0, signal: null } }))
    await channel.close()
    expect(running([escaped()])).toEqual([escaped()])
    expect(readdirSync('/proc/self/fd').length).toBe(before - 3)
  } finally {
    process.kill(escaped(), 'SIGKILL')
  }
})

test('a server that leaves by itself after its input ended is not signalled', async () => {
  const { ask, channel } = await openFixture({ closeLadderMs: 60_000 })
  const pids = (await ask('pids')) as number[]
  await channel.close()
  expect(running(pids)).toEqual([])
})

test('fifty servers later there are as many file descriptors and children as before', async () => {
  const cat = { command: '/bin/cat', args: [] }
  const count = (): [number, number] => [
    readdirSync('/proc/self/fd').length,
    listProcesses()?.filter(({ parent }) => parent === process.pid).length ?? 0
  ]
  await (await openFixture(cat)).channel.close()
  const before = count()
  for (let round = 0; round < 10; round += 1) {
    const five = await Promise.all(Array.from({ length: 5 }, () => openFixture(cat)))
    await Promise.all(five.map(({ channel }) => channel.close()))
  }
  expect(count()).toEqual(before)
})

test('a line of 1 GB is refused with memory that stays flat', () => {
  const output = execFileSync(execPath, ['-C', '@b10x/source', fixture('flooded-host.mjs')], { encoding: 'utf8' })
  const { code, details, peakKib } = JSON.parse(output) as { code: string; details: object; peakKib: number }
  expect({ code, details }).toMatchObject({ code: 'bound_exceeded', details: { bound: 'maxMessageBytes', limit: 4 * 1024 * 1024 } })
  expect(peakKib).toBeLessThan(150 * 1024)
})
