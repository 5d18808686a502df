/**
 * `pnpm bench [--quick] [--rounds N] [--only CASE] [--out FILE] [--compare FILE] [--gate]`: this project's client and
 * server beside the limit and those that others released. Tables go to standard output, progress to standard error. With
 * `--gate` a target that does not hold ends it with 1.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installOutside } from '../outside/install-outside.ts'
import { readJson, WORKSPACE, type Manifest } from '../workspace/read-members.ts'
import { installOurs } from './install-ours.ts'
import { GATES } from './list-gates.ts'
import { measureImport } from './measure-import.ts'
import { measureInstall } from './measure-install.ts'
import { judgeGate } from './report/judge-gates.ts'
import { createMeasurements } from './report/measurements.ts'
import { renderGates, renderTable } from './report/render-table.ts'
import { describeMachine, readComparable, renderComparison, type ResultsFile } from './report/results-file.ts'
import { runCases } from './run-cases.ts'

const { values: asked } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    out: { type: 'string' },
    compare: { type: 'string' },
    gate: { type: 'boolean', default: false }
  }
})
const { quick, only } = asked
const rounds = Number(asked.rounds ?? (quick ? 1 : 5))
if (!Number.isSafeInteger(rounds) || rounds < 1) throw new TypeError('--rounds is a whole number from 1')
const machine = describeMachine()
// Before anything is measured: a run that cannot be compared is not worth its minutes.
const before = asked.compare === undefined ? null : readComparable(await readFile(asked.compare, 'utf8'), machine, quick)

const tell = (line: string): void => console.error(`bench: ${line}`)
const folder = await mkdtemp(join(tmpdir(), 'bench-'))
try {
  installOutside('bench', ['ci'])
  const peers = join(WORKSPACE, 'bench')
  const { ours, harness } = await installOurs(folder)
  const measured = createMeasurements()
  const load = loadavg()[0] ?? 0
  await runCases({ rounds, quick, only, ours, harness, peers }, measured, tell)
  if (only.length === 0 || only.includes('import')) measureImport(ours, peers, rounds, measured)
  if (only.length === 0 || only.includes('install')) measureInstall(ours, peers, measured)
  const results: ResultsFile = {
    format: 'b10x-bench-1', machine, measured: new Date().toISOString(), rounds, quick, values: measured.values
  }
  const gates = only.length === 0 ? GATES : GATES.filter((gate) => only.includes(gate.case))
  const failing = gates.filter((gate) => !judgeGate(gate, measured).holds)
  console.log(await describeRun(results, load))
  console.log(`\n${renderTable(measured, gates)}\n\n${renderGates(measured, gates)}`)
  if (before !== null) console.log(`\n${renderComparison(before, measured, gates)}`)
  if (asked.out !== undefined) await writeFile(asked.out, `${JSON.stringify(results)}\n`)
  console.log(`\n${gates.length - failing.length} gates hold, ${failing.length} do not`)
  if (asked.gate && failing.length > 0) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true })
}

async function describeRun({ measured }: ResultsFile, load: number): Promise<string> {
  const { dependencies = {} } = (await readJson('bench/package.json')) as Manifest
  const versions = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`)
  return [
    `Machine: ${machine.description} (${machine.fingerprint}), load ${load.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after.`,
    `Measured ${measured}, ${rounds} rounds${quick ? ', quick: too short to mean anything' : ''}, medians. Loopback, no TLS. Against ${versions.join(', ')}.`
  ].join('\n')
}
