// `pnpm test:install`: installs every published package alone with its declared peers, in each way that the READMEs show,
// and asks the installed build which one it is. What is tested is the commit that is checked out, not the work tree.
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findNode } from '../consumer/find-node.ts'
import type { NodeFloor } from '../consumer/find-node.ts'
import type { RunCounts } from '../consumer/read-tap.ts'
import { outsideEnvironment } from '../outside/outside-environment.ts'
import { findPnpm } from './find-pnpm.ts'
import { listInstalls, type Install } from './list-installs.ts'
import { makeOrigin, type Origin } from './make-origin.ts'
import { runInstall } from './run-install.ts'

const folder = await mkdtemp(join(tmpdir(), 'install-check-'))
try {
  const outside = outsideEnvironment()
  const nodes = { '20.19': await findNode('20.19', folder, outside), '22.19': await findNode('22.19', folder, outside) }
  const pnpm = await findPnpm(outside)
  const envOn = (floor: NodeFloor): NodeJS.ProcessEnv => ({ ...outside, CI: 'true', TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', PATH: [nodes[floor], pnpm, outside.PATH].join(delimiter) })
  const started = performance.now()
  const origin = await makeOrigin(folder, envOn('20.19'))
  console.log(`install: source ${origin.source}, release tree ${origin.tree}, on ${Object.values(nodes).join(' and ')}, ${since(started)} s`)
  // As many at a time as there are cores, but at least two: each waits much for the disk and the registry.
  const queue = listInstalls(origin).values()
  const lanes = Array.from({ length: Math.max(2, availableParallelism()) }, () => runAll(queue, origin, envOn))
  const counts = (await Promise.all(lanes)).flat()
  const sum = (state: keyof RunCounts): number => counts.reduce((total, one) => total + one[state], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
  if (sum('failed') > 0 || sum('passed') === 0) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true })
}

/** Takes what nobody has taken yet, until there is none. */
async function runAll(queue: Iterable<Install>, origin: Origin, envOn: (floor: NodeFloor) => NodeJS.ProcessEnv): Promise<RunCounts[]> {
  const all: RunCounts[] = []
  for (const install of queue) {
    const began = performance.now()
    const counts = await runInstall(install, origin, await mkdtemp(join(folder, 'project-')), envOn(install.floor))
    console.log(`${counts.failed === 0 ? 'ok    ' : 'FAILED'} ${install.title.padEnd(50)} ${since(began).padStart(6)} s`)
    all.push(counts)
  }
  return all
}

function since(started: number): string {
  return ((performance.now() - started) / 1_000).toFixed(1)
}
