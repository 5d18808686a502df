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
/** One server scenario. */
const SCENARIO_LIMIT_MS = 60_000
const SUITE_LIMIT_MS = 360_000
const LAST_LINES = 20

/** Every scenario that the suite has for a revision, at that revision's wire. Those of clients are started all at once. */
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
  return collectResults(['client', '--command', command, ...selection, '--timeout', `${CLIENT_LIMIT_MS}`], environment)
}

/** Every server scenario that the suite has for a revision, one after the other, against the server at `url`. */
export async function runServerSuite(revision: string, url: string): Promise<readonly ScenarioResult[]> {
  const read = await collectResults(['server', '--url', url, ...wholeSet(revision), '--timeout', `${SCENARIO_LIMIT_MS}`], process.env)
  // Its results say that they are a server's, and no process of ours ended.
  return read.map((result) => ({ ...result, scenario: result.scenario.replace(/^server-/, ''), clientExit: 0 }))
}

async function collectResults(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<readonly ScenarioResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'b10x-conformance-'))
  try {
    const results = join(folder, 'results')
    await mkdir(results)
    const report = join(folder, 'report.txt')
    await startSuite([...args, '-o', results], report, environment)
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
