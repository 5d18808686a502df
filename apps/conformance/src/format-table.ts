import type { Judgement, ScenarioResult } from './judge-scenarios.ts'
import type { Manifest } from './manifest.ts'

const NAME_WIDTH = 44
const VERDICT_WIDTH = 6
const COMPLAINT_LINES = 12

/** A line of the table, and below it what is wrong. */
export function formatRow(judgement: Judgement, manifest: Manifest, results: readonly ScenarioResult[]): string {
  const { scenario, faults, expected } = judgement
  if (faults.length === 0) return line(scenario, expected === 'must' ? 'pass' : 'n/a', noteOf(judgement, manifest))
  const complaint = expected === 'must' ? (results.find((one) => one.scenario === scenario)?.complaint ?? '') : ''
  const said = complaint.split('\n').filter((text) => text.trim() !== '').slice(0, COMPLAINT_LINES)
  return [line(scenario, 'FAIL', expected), ...faults.map((fault) => `      ${fault}`), ...said.map((text) => `      | ${text}`)].join('\n')
}

function noteOf({ scenario, succeeded, excepted }: Judgement, manifest: Manifest): string {
  const expectation = manifest[scenario]
  if (expectation?.expect === 'n/a') return expectation.because
  return `${succeeded} checks${excepted === 0 ? '' : `, and ${excepted} that do not apply`}`
}

/** @param green scenarios that such a client would pass */
export function formatSelfTest(title: string, musts: number, green: readonly string[]): string {
  return line(title, green.length === 0 ? 'pass' : 'FAIL', green.length === 0 ? `red on all ${musts}` : `green on ${green.join(', ')}`)
}

function line(name: string, verdict: string, note: string): string {
  return `  ${name.padEnd(NAME_WIDTH)} ${verdict.padEnd(VERDICT_WIDTH)} ${note}`
}
