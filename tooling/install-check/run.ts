// `pnpm test:install`: installs every published package alone with its declared peers, in each way that the READMEs show,
// and asks the installed build which one it is. What is tested is the commit that is checked out, not the work tree.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findNode20 } from '../consumer/find-node.ts'
import { outsideEnvironment } from '../outside/outside-environment.ts'
import { listInstalls } from './list-installs.ts'
import { makeOrigin } from './make-origin.ts'
import { runInstall } from './run-install.ts'

const folder = await mkdtemp(join(tmpdir(), 'install-check-'))
try {
  const outside = outsideEnvironment()
  const node20 = await findNode20(folder, outside)
  const env = { ...outside, CI: 'true', PATH: [node20, outside.PATH].join(delimiter) }
  const started = performance.now()
  const origin = await makeOrigin(folder, env)
  console.log(`install: source ${origin.source}, release tree ${origin.tree}, on ${node20}, ${since(started)} s`)
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const [index, install] of listInstalls(origin).entries()) {
    const began = performance.now()
    const counts = await runInstall(install, origin, join(folder, `project-${index}`), env)
    console.log(`${counts.failed === 0 ? 'ok    ' : 'FAILED'} ${install.title.padEnd(50)} ${since(began).padStart(6)} s`)
    for (const state of ['passed', 'failed', 'skipped'] as const) total[state] += counts[state]
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true })
}

function since(started: number): string {
  return ((performance.now() - started) / 1_000).toFixed(1)
}
