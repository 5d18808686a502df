import { execFile } from 'node:child_process'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readTap, type RunCounts } from '../consumer/read-tap.ts'
import type { Install } from './list-installs.ts'
import type { Origin } from './make-origin.ts'

const run = promisify(execFile)

/** A snapshot file that the installed foundation reads. */
const SNAPSHOT = join(import.meta.dirname, '../../docs/formats/vectors/snapshot-unusual.json')

/** Installs in an empty project and runs the tests of what is installed. Whatever goes wrong is shown and counted. */
export async function runInstall(install: Install, origin: Origin, project: string, env: NodeJS.ProcessEnv): Promise<RunCounts> {
  try {
    const names = Object.keys(install.dependencies)
    await prepareProject(install, project)
    await installDependencies(install, project, env)
    await demandExactly(install, project)
    const files = names.map((name) => `${name.split('/')[1]}.test.mjs`)
    const release = JSON.stringify({ version: origin.packages[0]?.version, revision: origin.source })
    const args = ['--test', '--test-reporter=tap', ...files]
    const text = await run('node', args, { cwd: project, env: { ...env, EXPECTED_RELEASE: release } }).then(({ stdout }) => stdout, readOutput)
    const counts = readTap(text)
    if (counts.failed > 0) console.error(text)
    return { ...counts, passed: counts.passed + 1 }
  } catch (error) {
    console.error(readOutput(error))
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

async function prepareProject({ dependencies, builds }: Install, project: string): Promise<void> {
  await cp(join(import.meta.dirname, 'project'), project, { recursive: true })
  await cp(SNAPSHOT, join(project, 'snapshot.json'))
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'consumer', version: '1.0.0', private: true, type: 'module', dependencies }))
  if (builds.length > 0) await writeFile(join(project, 'pnpm-workspace.yaml'), ['allowBuilds:', ...builds.map((name) => `  '${name}': true`), ''].join('\n'))
}

async function installDependencies({ manager }: Install, project: string, env: NodeJS.ProcessEnv): Promise<void> {
  const options = manager === 'npm' ? ['--no-audit', '--no-fund', '--no-update-notifier'] : ['--no-frozen-lockfile']
  await run(manager, ['install', ...options], { cwd: project, env, maxBuffer: 1 << 26 })
}

/** Of ours exactly what the manifest names is there, nothing nested, and the lock file holds the pin. */
async function demandExactly({ manager, dependencies, pinned }: Install, project: string): Promise<void> {
  const lock = await readFile(join(project, manager === 'npm' ? 'package-lock.json' : 'pnpm-lock.yaml'), 'utf8')
  const installed = (await readdir(join(project, 'node_modules/@b10x'))).map((name) => `@b10x/${name}`)
  const wanted = Object.keys(dependencies).toSorted()
  if (installed.toSorted().join() !== wanted.join()) throw new Error(`installed ${installed.join(', ')} and not ${wanted.join(', ')}`)
  if (/node_modules\/[^"]+\/node_modules\/@b10x\//.test(lock)) throw new Error('a package of ours is installed twice')
  if (pinned !== null && !lock.includes(pinned)) throw new Error(`the lock file does not hold ${pinned}`)
}

/** What a command that failed wrote, else the error itself. */
function readOutput(error: unknown): string {
  const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string }
  return stdout + stderr || String(error)
}
