import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScenarioResult } from './judge-scenarios.ts'
import { readResults } from './read-results.ts'

const SUITE = join(import.meta.dirname, '../../../conformance/node_modules/@modelcontextprotocol/conformance/dist/index.js')
/** Longer than the watchdog of our client. */
const CLIENT_LIMIT_MS = 270_000
const SUITE_LIMIT_MS = 360_000
const LAST_LINES = 20

/** Every client scenario that the suite starts for a revision, all at once, at that revision's wire. */
export function wholeSet(revision: string): readonly string[] {
  return ['--requirements', revision]
}

export function oneScenario(scenario: string, revision: string): readonly string[] {
  return ['--scenario', scenario, '--spec-version', revision]
}

/**
 * How the suite itself ends is of no account: it forgives warnings, and clients that fail.
 * @param command shell text; the suite appends the address of its server
 */
export async function runSuite(
  selection: readonly string[],
  command: string,
  environment: NodeJS.ProcessEnv
): Promise<readonly ScenarioResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'b10x-conformance-'))
  try {
    const results = join(folder, 'results')
    await mkdir(results)
    const report = join(folder, 'report.txt')
    await startSuite(['client', '--command', command, ...selection, '-o', results, '--timeout', `${CLIENT_LIMIT_MS}`], report, environment)
    const read = await readResults(results)
    if (read.length === 0) console.error((await readFile(report, 'utf8')).split('\n').slice(-LAST_LINES).join('\n'))
    return read
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function startSuite(args: readonly string[], report: string, environment: NodeJS.ProcessEnv): Promise<void> {
  await using output = await open(report, 'w')
  const suite = spawn(process.execPath, [SUITE, ...args], {
    env: environment,
    stdio: ['ignore', output.fd, output.fd],
    timeout: SUITE_LIMIT_MS,
    killSignal: 'SIGKILL'
  })
  await once(suite, 'exit')
}
