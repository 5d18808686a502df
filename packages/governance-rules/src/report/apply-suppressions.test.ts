import { expect, test } from 'vitest'
import { changeOf } from '../__fixtures__/change-of.ts'
import { filesOfRecord } from '../__fixtures__/files-of.ts'
import { applyEdits, edit, honestTexts, REGISTRY, RISKS, SPEC, SUPPRESSIONS, TRANSPORT } from '../__fixtures__/rule-case.ts'
import type { Edit } from '../__fixtures__/rule-case.ts'
import type { Finding } from '../finding.ts'
import { checkProject } from './check-project.ts'
import type { Report } from './report.ts'

const EFFECTS = edit(REGISTRY, '| Side effects | None |', '| Side effects | Marks the notes as read |')
const entry = (...lines: readonly string[]): Edit => ({ file: SUPPRESSIONS, text: `suppressions:\n  - ${lines.join('\n    ')}\n` })
const KNOWN = ['rule: GOV-TIER-011', 'reason: The mark is kept for the caller alone', 'owner: Notes team', 'expires: 2026-12-31']

function check(edits: readonly Edit[], today = '2026-12-01', others: readonly Finding[] = []): Report {
  return checkProject({ files: filesOfRecord(applyEdits(honestTexts(), edits)), today, others })
}

test('a suppression takes a finding out until the end of its last day', () => {
  const report = check([EFFECTS, entry(...KNOWN)], '2026-12-31')
  expect(report.findings).toEqual([])
  expect(report.suppressed).toMatchObject([{ ruleId: 'GOV-TIER-011', suppressed: { owner: 'Notes team', expires: '2026-12-31' } }])
  expect(report.summary).toMatchObject({ errors: 0, suppressed: 1 })
  const after = check([EFFECTS, entry(...KNOWN)], '2027-01-01')
  expect(after.findings.map(({ ruleId }) => ruleId)).toEqual(['GOV-SUPPRESS-002', 'GOV-TIER-011'])
})

test.each([
  ['its file', ['file: docs/mcp/tool-registry.md'], 0],
  ['another file', ['file: docs/mcp/server-spec.md'], 1],
  ['its subject', ['subject: search_notes'], 0],
  ['a part of its subject', ['subject: search'], 1]
])('a suppression for %s', (_about, lines, left) => {
  expect(check([EFFECTS, entry(...KNOWN, ...lines)]).findings).toHaveLength(left)
})

test('a stop condition cannot be suppressed', () => {
  const passed = edit(
    TRANSPORT,
    '| Archive | Client credentials of the server |',
    '| Archive | The token of the client is passed through |'
  )
  const report = check([passed, entry('rule: GOV-STOP-003', 'reason: The archive wants it so', 'owner: Notes team', 'expires: 2026-12-31')])
  expect(report.stopped).toBe(true)
  expect(report.findings.map(({ ruleId }) => ruleId)).toEqual(['GOV-SUPPRESS-003', 'GOV-STOP-003'])
})

test('an incomplete suppression suppresses nothing', () => {
  const report = check([EFFECTS, entry(...KNOWN.slice(0, 3))])
  expect(report.findings.map(({ ruleId }) => ruleId)).toEqual(['GOV-SUPPRESS-001', 'GOV-TIER-011'])
})

test('what keeps suppressions honest cannot be suppressed', () => {
  const report = check([entry('rule: GOV-SUPPRESS-002', 'reason: We never look again', 'owner: Notes team', 'expires: 2026-12-31')])
  expect(report.findings.map(({ ruleId }) => ruleId)).toEqual(['GOV-SUPPRESS-003'])
})

test('findings of the live probe are ordered, counted and suppressed with the others', () => {
  const seen: Finding = {
    ruleId: 'GOV-PROBE-001',
    severity: 'error',
    message: 'Seen on the wire.',
    at: { file: SPEC, line: 1, column: 1 },
    fix: 'Look.',
    stop: false
  }
  expect(check([EFFECTS], '2026-12-01', [seen]).findings.map(({ ruleId }) => ruleId)).toEqual(['GOV-PROBE-001', 'GOV-TIER-011'])
  const report = check(
    [entry('rule: GOV-PROBE-001', 'reason: The next release mends it', 'owner: Notes team', 'expires: 2026-12-31')],
    '2026-12-01',
    [seen]
  )
  expect(report.summary).toMatchObject({ errors: 0, suppressed: 1 })
})

test('a report does not depend on the order of the rules, nor on what was checked before', () => {
  const texts = applyEdits(honestTexts(), [EFFECTS, { file: RISKS, text: null }])
  const change = changeOf(honestTexts(), texts)
  const first = checkProject({ files: filesOfRecord(texts), change, today: '2026-12-01' })
  const second = checkProject({ files: filesOfRecord(texts), change, today: '2026-12-01', rules: [] })
  expect(checkProject({ files: filesOfRecord(texts), change, today: '2026-12-01' })).toEqual(first)
  expect(second.findings).toEqual([])
})
