import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { execPath } from 'node:process'
import { afterEach, expect, test, vi } from 'vitest'
import { fixture, running } from './__fixtures__/open-fixture.ts'
import { findProcesses, listProcesses } from './process-table.ts'

vi.setConfig({ testTimeout: 60_000 })

interface Host {
  readonly pid: number
  readonly child: ChildProcess
  /** The server first, its grandchildren, the wrapper and the watchdog. */
  readonly pids: readonly number[]
  readonly watchdog: number
}

const hosts: Host[] = []

afterEach(async () => {
  for (const { child, pids } of hosts.splice(0)) {
    child.kill('SIGKILL')
    for (const pid of running(pids)) process.kill(pid, 'SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
})

/** A host in its own process, with a server tree that ignores everything but SIGKILL. */
async function startHost(mode: 'wait' | 'exit' | 'return'): Promise<Host> {
  const child = spawn(execPath, ['-C', '@b10x/source', fixture('host.mjs'), mode], { stdio: ['pipe', 'pipe', 'ignore'] })
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  const tree = JSON.parse(output.toString()) as number[]
  const own = childrenOf(child.pid)
  const [watchdog = 0] = own.filter((pid) => findProcesses([tree[0] ?? 0])?.[0]?.parent !== pid)
  const host: Host = { pid: child.pid ?? 0, child, pids: [...tree, ...own], watchdog }
  hosts.push(host)
  return host
}

function childrenOf(parent: number | undefined): number[] {
  const children = listProcesses()?.filter((entry) => entry.parent === parent && !entry.zombie) ?? []
  return children.map(({ pid }) => pid)
}

async function end(child: ChildProcess, act: () => void): Promise<void> {
  const exited = once(child, 'exit')
  act()
  await exited
}

async function expectGone(pids: readonly number[]): Promise<void> {
  await vi.waitFor(() => expect(running(pids)).toEqual([]), { timeout: 30_000, interval: 20 })
}

test('F13: a host that is killed by SIGKILL leaves neither server nor watchdog', async () => {
  const { child, pids } = await startHost('wait')
  expect(running(pids)).toHaveLength(5)
  await end(child, () => child.kill('SIGKILL'))
  await expectGone(pids)
})

test('a host that exits while its server runs leaves nothing', async () => {
  const { child, pids } = await startHost('exit')
  await end(child, () => child.stdin?.end())
  await expectGone(pids)
})

test('an exit in order ends the servers also where the watchdog cannot', async () => {
  const { child, pids, watchdog } = await startHost('exit')
  process.kill(watchdog, 'SIGSTOP')
  await end(child, () => child.stdin?.end())
  await expectGone(pids.filter((pid) => pid !== watchdog))
})

test('the watchdog does not keep a host that has closed its servers, and leaves with it', async () => {
  const { child, watchdog } = await startHost('return')
  expect(running([watchdog])).toEqual([watchdog])
  await end(child, () => child.stdin?.end())
  await expectGone([watchdog])
})

test('a watchdog that was killed is replaced, and the new one knows the servers', async () => {
  const { pid, child, pids, watchdog } = await startHost('wait')
  process.kill(watchdog, 'SIGKILL')
  const fresh = (): number[] => childrenOf(pid).filter((each) => !pids.includes(each))
  await vi.waitFor(() => expect(fresh()).toHaveLength(1), { timeout: 30_000, interval: 20 })
  const after = fresh()
  await end(child, () => child.kill('SIGKILL'))
  await expectGone([...pids, ...after])
})
