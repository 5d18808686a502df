// `pnpm test:consumer`: installs the packed packages in an empty folder, as a stranger would, builds a harness from them,
// and uses both on Node 20.
import { spawn, spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { outsideEnvironment } from '../outside/outside-environment.ts'
import { packPackages } from '../pack/pack-packages.ts'
import { checkTypes } from './check-types.ts'
import { findNode } from './find-node.ts'
import { readTap, type RunCounts } from './read-tap.ts'

const folder = await mkdtemp(join(tmpdir(), 'consumer-'))
try {
  const outside = outsideEnvironment()
  const node20 = await findNode('20.19', folder, outside)
  const env = { ...outside, PATH: [node20, outside.PATH].join(delimiter) }
  const project = join(folder, 'project')
  await cp(join(import.meta.dirname, 'project'), project, { recursive: true })
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'consumer', version: '1.0.0', private: true }))
  const packed = await packPackages(folder)
  console.log(`consumer: ${packed.map(({ name }) => name).join(', ')} on ${node20}`)
  const args = ['install', '--no-audit', '--no-fund', '--no-update-notifier', ...packed.map(({ tarball }) => tarball)]
  const install = spawnSync('npm', args, { cwd: project, env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (install.status !== 0) throw new Error('npm could not install the tarballs')
  buildArtifact(project, join(folder, 'artifact'))
  const runs = [readTap(await runTests(project, { ...env, ARTIFACT: join(folder, 'artifact') })), checkTypes(project, env)]
  const sum = (state: keyof RunCounts): number => runs.reduce((total, run) => total + run[state], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
  if (sum('failed') > 0 || sum('passed') === 0) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true })
}

/** The command is run from this workspace; the project and its packages are those that a stranger has. */
function buildArtifact(project: string, artifact: string): void {
  const bin = join(import.meta.dirname, '../../apps/harness/src/bin.ts')
  const { status } = spawnSync(process.execPath, ['-C', '@b10x/source', bin, 'build', 'office', '-o', artifact], { cwd: project, stdio: 'inherit' })
  if (status !== 0) throw new Error('b10x-harness could not build the project')
}

/** Shows the test run while it goes on, and gives its text. */
function runTests(cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((settle, reject) => {
    const args = ['--test', '--test-reporter=tap', 'esm.test.mjs', 'cjs.test.cjs', 'artifact.test.mjs']
    const child = spawn('node', args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      process.stdout.write(chunk)
    })
    child.on('error', reject).on('close', () => { settle(text) })
  })
}
