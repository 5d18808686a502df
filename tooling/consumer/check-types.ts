import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { RunCounts } from './read-tap.ts'

/** The compilers that people are on: the last 5, the last in JavaScript, and the native one. */
const COMPILERS = ['5.9.3', '6.0.3', '7.0.2']

/** Compiles the project, which has no types but those of the installed packages, with each of them. */
export function checkTypes(project: string, env: NodeJS.ProcessEnv): RunCounts {
  const packages = COMPILERS.map((version) => `typescript-${version}@npm:typescript@${version}`)
  const install = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', ...packages], {
    cwd: project, env, stdio: ['ignore', 'inherit', 'inherit']
  })
  if (install.status !== 0) throw new Error('npm could not install the compilers')
  const results = COMPILERS.map((version) => {
    const tsc = join(project, 'node_modules', `typescript-${version}`, 'bin/tsc')
    const { status, stdout, stderr } = spawnSync('node', [tsc, '-p', project], { cwd: project, env, encoding: 'utf8' })
    console.log(`${status === 0 ? 'ok' : 'not ok'} - types compile with TypeScript ${version}${stdout && `\n${stdout}`}${stderr}`)
    return status === 0
  })
  const passed = results.filter((ok) => ok).length
  return { passed, failed: results.length - passed, skipped: 0 }
}
