import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Check, ScenarioResult } from './judge-scenarios.ts'

const CHECKS = 'checks.json'
/** The suite appends the time to the name of the scenario. */
const TIME = /-\d{4}-\d{2}-\d{2}T[\d-]+Z$/

/** Everything that the suite wrote below `folder`. A scenario without its file of checks was not finished. */
export async function readResults(folder: string): Promise<ScenarioResult[]> {
  const files = await readdir(folder, { recursive: true })
  const finished = files.filter((file) => file.endsWith(`${sep}${CHECKS}`)).toSorted()
  return Promise.all(finished.map((file) => readResult(folder, dirname(join(folder, file)))))
}

async function readResult(root: string, folder: string): Promise<ScenarioResult> {
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8').catch(() => '')
  const [checks, output, complaint] = await Promise.all([read(CHECKS), read('stdout.txt'), read('stderr.txt')])
  const scenario = relative(root, folder).replaceAll(sep, '/').replace(TIME, '')
  return { scenario, checks: parseChecks(checks), clientExit: parseExit(output), complaint }
}

function parseChecks(text: string): readonly Check[] | null {
  try {
    const checks: unknown = JSON.parse(text)
    return Array.isArray(checks) && checks.every(isCheck) ? checks : null
  } catch {
    return null
  }
}

function isCheck(value: unknown): value is Check {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, status } = value as Partial<Record<keyof Check, unknown>>
  return typeof id === 'string' && typeof name === 'string' && typeof status === 'string'
}

/** The last line of our client. */
function parseExit(output: string): number | null {
  const status = /(?:^|\n)exit (\d+)\n$/.exec(output)?.[1]
  return status === undefined ? null : Number(status)
}
