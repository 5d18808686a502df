import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { execPath } from 'node:process'
import { expect, test, vi } from 'vitest'
import { fixture, openFixture, running } from './__fixtures__/open-fixture.ts'
import { listProcesses } from './process-table.ts'

vi.setConfig({ testTimeout: 60_000 })

test('F13: nothing is left of a wrapper, its server and grandchildren that ignore SIGTERM', async () => {
  const { ask, channel } = await openFixture({
    args: [fixture('wrapper.mjs'), fixture('scripted-server.mjs'), '--ignore-end', '--ignore-term'],
    closeLadderMs: 50
  })
  await ask('spawn')
  await ask('spawn', { away: true })
  const pids = (await ask('pids')) as number[]
  expect(running(pids)).toEqual(pids)
  await channel.close()
  expect(running(pids)).toEqual([])
})

test('a wrapper that leaves early takes its group with it', async () => {
  const { ask, channel } = await openFixture({
    args: [fixture('wrapper.mjs'), '--leave', fixture('scripted-server.mjs'), '--ignore-end', '--ignore-term'],
    closeLadderMs: 50
  })
  await expect(ask('hold')).rejects.toThrow(expect.objectContaining({ code: 'process_exited' }))
  await channel.close()
  expect(listProcesses().filter(({ parent, zombie }) => parent === process.pid && !zombie)).toHaveLength(1) // the watchdog
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
    listProcesses().filter(({ parent }) => parent === process.pid).length
  ]
  await (await openFixture(cat)).channel.close()
  const before = count()
  for (let round = 0; round < 50; round += 1) {
    const { channel } = await openFixture(cat)
    await channel.close()
  }
  expect(count()).toEqual(before)
})

test('a line of 1 GB is refused with memory that stays flat', () => {
  const output = execFileSync(execPath, ['-C', '@b10x/source', fixture('flooded-host.mjs')], { encoding: 'utf8' })
  const { code, details, peakKib } = JSON.parse(output) as { code: string; details: object; peakKib: number }
  expect({ code, details }).toMatchObject({ code: 'bound_exceeded', details: { bound: 'maxMessageBytes', limit: 4 * 1024 * 1024 } })
  expect(peakKib).toBeLessThan(150 * 1024)
})
