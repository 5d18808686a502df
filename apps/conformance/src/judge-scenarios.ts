import type { Manifest, Must } from './manifest.ts'

/** One entry of the suite's `checks.json`. */
export interface Check {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly errorMessage?: string
}

/** What the suite left of one scenario. */
export interface ScenarioResult {
  readonly scenario: string
  /** Null when the file cannot be read. */
  readonly checks: readonly Check[] | null
  /** How the client says that it ended, or null when it did not say. */
  readonly clientExit: number | null
  /** What the client wrote to standard error. */
  readonly complaint: string
}

export interface Judgement {
  readonly scenario: string
  readonly expected: 'must' | 'n/a' | 'unlisted'
  /** Empty when it is as the manifest says. */
  readonly faults: readonly string[]
  /** Checks that succeeded, and those that do not apply. */
  readonly succeeded: number
  readonly excepted: number
}

/** Almost every scenario has it, even for a client that did nothing that the scenario is about. */
const ENVELOPE_CHECK = 'wire-schema-valid'
const GOOD = new Set(['SUCCESS', 'INFO'])
const BAD = new Set(['FAILURE', 'WARNING'])
const KNOWN = new Set([...GOOD, ...BAD, 'SKIPPED'])

/** Every scenario of the manifest, then those that it does not list. Pure: the suite's own verdict plays no part. */
export function judgeScenarios(manifest: Manifest, results: readonly ScenarioResult[]): Judgement[] {
  const listed = Object.keys(manifest).map((scenario) => judgeListed(manifest, scenario, results))
  const unlisted = results.filter(({ scenario }) => !Object.hasOwn(manifest, scenario))
  return [...listed, ...unlisted.map(({ scenario }) => judgement(scenario, 'unlisted', ['not in the manifest']))]
}

function judgeListed(manifest: Manifest, scenario: string, results: readonly ScenarioResult[]): Judgement {
  const expectation = manifest[scenario]
  const [result, ...more] = results.filter((one) => one.scenario === scenario)
  const expected = expectation?.expect ?? 'unlisted'
  if (result === undefined) return judgement(scenario, expected, ['the suite did not report it'])
  if (more.length > 0) return judgement(scenario, expected, ['the suite reported it more than once'])
  const { checks } = result
  if (checks === null) return judgement(scenario, expected, ['its checks cannot be read'])
  if (expectation?.expect !== 'must') return judgement(scenario, expected, faultOfVerdict(checks, expectation?.passes === true))
  const exit = result.clientExit === 0 ? [] : [`the client ended with ${result.clientExit ?? 'no status'}`]
  return judgement(scenario, 'must', [...faultsOf(checks, expectation), ...exit], checks, expectation)
}

function judgement(
  scenario: string,
  expected: Judgement['expected'],
  faults: readonly string[],
  checks: readonly Check[] = [],
  { except, unoffered }: Pick<Must, 'except' | 'unoffered'> = { except: {}, unoffered: {} }
): Judgement {
  const succeeded = checks.filter(({ status }) => status === 'SUCCESS').length
  return { scenario, expected, faults, succeeded, excepted: Object.keys({ ...except, ...unoffered }).length }
}

function faultsOf(checks: readonly Check[], { except, unoffered }: Must): string[] {
  const isExcused = ({ name, status }: Check): boolean =>
    (status === 'SKIPPED' && Object.hasOwn(except, name)) || (status === 'FAILURE' && Object.hasOwn(unoffered, name))
  const bad = checks.filter((check) => !GOOD.has(check.status) && !isExcused(check))
  return [
    ...bad.map(({ name, status, errorMessage }) => `${name}: ${KNOWN.has(status) ? status : 'an unknown status'}. ${errorMessage ?? ''}`.trim()),
    ...Object.keys({ ...except, ...unoffered }).flatMap((name) => faultOfException(name, checks)),
    ...(checks.some(isProof) ? [] : ['nothing succeeded'])
  ]
}

/** An exception that excuses nothing is a typing error, or a check that began to apply. */
function faultOfException(name: string, checks: readonly Check[]): string[] {
  const statuses = checks.filter((check) => check.name === name).map(({ status }) => status)
  if (statuses.length === 0) return [`${name}: excepted, but the suite does not have it`]
  return statuses.includes('SUCCESS') ? [`${name}: excepted, but it succeeds`] : []
}

/** A verdict on what does not apply is a fault when it is not the one that the manifest knows of. */
function faultOfVerdict(checks: readonly Check[], expected: boolean): string[] {
  const passes = passesByItself(checks)
  if (passes === expected) return []
  return [passes ? 'it passes: review the manifest' : 'it passes no more: review the manifest']
}

function passesByItself(checks: readonly Check[]): boolean {
  return checks.some(isProof) && !checks.some(({ status }) => BAD.has(status))
}

function isProof({ id, status }: Check): boolean {
  return status === 'SUCCESS' && id !== ENVELOPE_CHECK
}
