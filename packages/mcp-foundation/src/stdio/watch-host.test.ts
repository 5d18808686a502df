import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { execPath } from 'node:process'
import { expect, test, vi } from 'vitest'
import { fixture, running } from './__fixtures__/open-fixture.ts'
import { findProcesses, listProcesses } from './process-table.ts'

vi.setConfig({ testTimeout: 60_000 })

interface Host {
  readonly kill: (signal: NodeJS.Signals) => void
  /** The server, its grandchildren, the wrapper and the watchdog. */
  readonly pids: readonly number[]
  readonly watchdogs: readonly number[]
  readonly exited: Promise<unknown>
}

/** A host in its own process, with a server tree that ignores everything but SIGKILL. */
async function startHost(mode: 'wait' | 'exit' | 'return'): Promise<Host> {
  const child = spawn(execPath, ['-C', '@b10x/source', fixture('host.mjs'), mode], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  const tree = JSON.parse(output.toString()) as number[]
  const own = listProcesses().filter(({ parent }) => parent === child.pid)
  const watchdogs = own.map(({ pid }) => pid).filter((pid) => !tree.includes(pid))
  return { kill: (signal) => child.kill(signal), pids: [...tree, ...own.map(({ pid }) => pid)], watchdogs, exited }
}

async function expectGone(pids: readonly number[]): Promise<void> {
  await vi.waitFor(() => expect(running(pids)).toEqual([]), { timeout: 20_000, interval: 20 })
}

test('F13: a host that is killed by SIGKILL leaves neither server nor watchdog', async () => {
  const { kill, pids, exited } = await startHost('wait')
  expect(running(pids).length).toBeGreaterThanOrEqual(5)
  kill('SIGKILL')
  await exited
  await expectGone(pids)
})

test('a host that exits in order leaves nothing, without a grace period', async () => {
  const { pids, exited } = await startHost('exit')
  await exited
  await expectGone(pids)
})

test('the watchdog does not keep a host that has closed its servers', async () => {
  const { pids, exited } = await startHost('return')
  await exited
  await expectGone(pids)
})

test('a watchdog that was killed is replaced while servers run', async () => {
  const { kill, pids, watchdogs, exited } = await startHost('wait')
  const [server = 0] = pids
  const hostPid = findProcesses(watchdogs)[0]?.parent
  const own = (): number[] => listProcesses().filter(({ parent }) => parent === hostPid).map(({ pid }) => pid)
  for (const pid of watchdogs.filter((each) => !isWrapper(each, server))) process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(running(own()).filter((pid) => !pids.includes(pid))).toHaveLength(1), { timeout: 20_000 })
  const after = own()
  kill('SIGKILL')
  await exited
  await expectGone([...pids, ...after])
})

function isWrapper(pid: number, server: number): boolean {
  return findProcesses([server])[0]?.parent === pid
}
