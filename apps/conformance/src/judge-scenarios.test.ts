import { describe, expect, it } from 'vitest'
import { judgeScenarios } from './judge-scenarios.ts'
import type { Check, Judgement, ScenarioResult } from './judge-scenarios.ts'
import type { Manifest } from './manifest.ts'

const manifest: Manifest = {
  tools_call: { expect: 'must', except: {}, unoffered: {} },
  headers: { expect: 'must', except: { Prompts: 'no prompts' }, unoffered: {} },
  'auth/basic': { expect: 'n/a', because: 'no tokens' }
}
const withMore: Manifest = {
  caching: { expect: 'must', except: {}, unoffered: { PromptsHints: 'no prompts' } },
  vacuous: { expect: 'n/a', because: 'no such tool', passes: true }
}

const check = (name: string, status: string, id = name): Check => ({ id, name, status })
const envelope = check('WireSchemaValid', 'SUCCESS', 'wire-schema-valid')
const reported = (scenario: string, ...checks: readonly Check[]): ScenarioResult => ({ scenario, checks, clientExit: 0, complaint: '' })

const good = [
  reported('tools_call', check('Tool', 'SUCCESS'), check('Note', 'INFO'), envelope),
  reported('headers', check('Method', 'SUCCESS'), check('Prompts', 'SKIPPED')),
  reported('auth/basic', check('Token', 'FAILURE'), envelope)
]

function faulty(results: readonly ScenarioResult[]): readonly Judgement[] {
  return judgeScenarios(manifest, results).filter(({ faults }) => faults.length > 0)
}

/** `good`, with another result for one of its scenarios. */
function withResult(result: ScenarioResult): readonly Judgement[] {
  return faulty([...good.filter(({ scenario }) => scenario !== result.scenario), result])
}

describe('a run as the manifest expects it', () => {
  it('has no faults, in the order of the manifest', () => {
    expect(judgeScenarios(manifest, good.toReversed())).toEqual([
      { scenario: 'tools_call', expected: 'must', faults: [], succeeded: 2, excepted: 0 },
      { scenario: 'headers', expected: 'must', faults: [], succeeded: 1, excepted: 1 },
      { scenario: 'auth/basic', expected: 'n/a', faults: [], succeeded: 0, excepted: 0 }
    ])
  })
})

describe('a scenario that has to pass is red when', () => {
  it.each(['FAILURE', 'WARNING', 'SKIPPED', 'PENDING', ''])('a check is %j', (status) => {
    expect(withResult(reported('tools_call', check('Tool', 'SUCCESS'), check('Other', status)))).toMatchObject([{ scenario: 'tools_call' }])
  })

  it.each<[string, readonly Check[]]>([
    ['it has no checks', []],
    ['it only notes', [check('Note', 'INFO')]],
    ['nothing but its messages is well-formed', [envelope]]
  ])('%s', (_, checks) => expect(withResult(reported('tools_call', ...checks))).toMatchObject([{ scenario: 'tools_call' }]))

  it.each([1, 2, null])('the client ended with %j', (clientExit) => {
    expect(withResult({ ...reported('tools_call', check('Tool', 'SUCCESS')), clientExit })).toMatchObject([{ scenario: 'tools_call' }])
  })

  it('its checks cannot be read', () => {
    expect(withResult({ ...reported('tools_call'), checks: null })).toMatchObject([{ scenario: 'tools_call', faults: [expect.any(String)] }])
  })
})

describe('an exception of one check is red when', () => {
  it.each([
    ['the check is gone', [check('Method', 'SUCCESS')]],
    ['the check succeeds', [check('Method', 'SUCCESS'), check('Prompts', 'SUCCESS')]],
    ['it succeeds once and is skipped once', [check('Method', 'SUCCESS'), check('Prompts', 'SUCCESS'), check('Prompts', 'SKIPPED')]]
  ])('%s', (_, checks) => expect(withResult(reported('headers', ...checks))).toMatchObject([{ scenario: 'headers' }]))

  it.each(['FAILURE', 'WARNING'])('the check is a %s: it excuses what was skipped', (status) => {
    expect(withResult(reported('headers', check('Method', 'SUCCESS'), check('Prompts', status)))).toMatchObject([{ scenario: 'headers' }])
  })

  it('another check is skipped', () => {
    const result = reported('headers', check('Method', 'SKIPPED'), check('Url', 'SUCCESS'), check('Prompts', 'SKIPPED'))
    expect(withResult(result)).toMatchObject([{ scenario: 'headers' }])
  })
})

describe('a scenario that does not apply', () => {
  it('is red when it passes', () => {
    expect(withResult(reported('auth/basic', check('Token', 'SUCCESS'), check('Note', 'SKIPPED')))).toMatchObject([
      { scenario: 'auth/basic', expected: 'n/a' }
    ])
  })

  it.each<[string, readonly Check[]]>([
    ['has no checks', []],
    ['only has well-formed messages', [envelope]],
    ['fails in part', [check('Token', 'SUCCESS'), check('Scope', 'FAILURE')]],
    ['warns in part', [check('Token', 'SUCCESS'), check('Scope', 'WARNING')]]
  ])('is not when it %s, however the client ended', (_, checks) => {
    expect(withResult({ ...reported('auth/basic', ...checks), clientExit: null })).toEqual([])
  })
})

describe('the list', () => {
  it.each(good)('is red without $scenario', ({ scenario }) => {
    expect(faulty(good.filter((result) => result.scenario !== scenario))).toMatchObject([{ scenario }])
  })

  it.each(good)('is red with $scenario twice', (result) => {
    expect(faulty([...good, result])).toMatchObject([{ scenario: result.scenario }])
  })

  it('is red with a scenario that nobody reviewed', () => {
    expect(faulty([...good, reported('toString', check('New', 'SUCCESS'))])).toMatchObject([{ scenario: 'toString', expected: 'unlisted' }])
  })

  it('is red throughout when nothing was reported', () => expect(faulty([])).toHaveLength(3))
})

describe('what the suite asks for beyond a scenario', () => {
  const caching = (...checks: readonly Check[]): readonly Judgement[] =>
    judgeScenarios(withMore, [reported('caching', ...checks), reported('vacuous', check('Refused', 'SUCCESS'))]).filter(({ faults }) => faults.length > 0)

  it('may fail', () => expect(caching(check('ToolsHints', 'SUCCESS'), check('PromptsHints', 'FAILURE'))).toEqual([]))

  it.each<[string, readonly Check[]]>([
    ['it succeeds', [check('ToolsHints', 'SUCCESS'), check('PromptsHints', 'SUCCESS')]],
    ['it is gone', [check('ToolsHints', 'SUCCESS')]],
    ['it is skipped', [check('ToolsHints', 'SUCCESS'), check('PromptsHints', 'SKIPPED')]],
    ['something else fails', [check('ToolsHints', 'FAILURE'), check('PromptsHints', 'FAILURE')]],
    ['nothing else succeeds', [check('PromptsHints', 'FAILURE')]]
  ])('is red when %s', (_, checks) => expect(caching(...checks)).toMatchObject([{ scenario: 'caching' }]))
})

it('wants a scenario that is known to pass for nothing to go on passing', () => {
  const judged = judgeScenarios(withMore, [
    reported('caching', check('ToolsHints', 'SUCCESS'), check('PromptsHints', 'FAILURE')),
    reported('vacuous', check('Refused', 'FAILURE'))
  ])
  expect(judged.filter(({ faults }) => faults.length > 0)).toMatchObject([{ scenario: 'vacuous', expected: 'n/a' }])
})
