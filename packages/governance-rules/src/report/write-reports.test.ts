import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseXml } from '../__fixtures__/parse-xml.ts'
import { checkDraftFour } from '../__fixtures__/sarif/check-draft-four.ts'
import type { JsonObject } from '../__fixtures__/sarif/check-draft-four.ts'
import type { Finding } from '../finding.ts'
import { listRules } from '../rules/all-rules.ts'
import type { Report } from './report.ts'
import { writeJsonReport } from './write-json.ts'
import { writeJunitReport } from './write-junit.ts'
import { writeSarifReport } from './write-sarif.ts'
import { writeTextReport } from './write-text.ts'

const SARIF = JSON.parse(readFileSync(new URL('../__fixtures__/sarif/sarif-schema-2.1.0.json', import.meta.url), 'utf8')) as JsonObject
const OURS = JSON.parse(readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8')) as JsonObject
const at = { file: 'docs/mcp/Ünïcode name#1.md', line: 3, column: 7 }
const standing: Finding = {
  ruleId: 'GOV-TIER-001',
  severity: 'error',
  message: 'The tool <a> & "b" has no tier.',
  at,
  related: [{ file: 'x.md', line: 1, column: 1 }],
  fix: 'Say it.',
  stop: false,
  commit: 'c'.repeat(40)
}
const stopping: Finding = {
  ruleId: 'GOV-STOP-003',
  severity: 'error',
  message: 'Stop.',
  at: { ...at, endLine: 3, endColumn: 9 },
  fix: 'Decide.',
  stop: true
}
const foreign: Finding = { ruleId: 'GOV-PROBE-004', severity: 'warning', message: 'Seen on the wire.', at, fix: 'Look.', stop: false }
const silenced: Finding = {
  ...standing,
  ruleId: 'GOV-TIER-012',
  suppressed: {
    rule: 'GOV-TIER-012',
    reason: 'Known',
    owner: 'Notes team',
    expires: '2027-01-01',
    at: { file: '.b10x-governance.yaml', line: 2, column: 5 }
  }
}

function reportOf(findings: readonly Finding[], suppressed: readonly Finding[] = []): Report {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const stops = findings.filter(({ stop }) => stop).length
  const summary = {
    errors,
    warnings: findings.length - errors,
    notes: 0,
    suppressed: suppressed.length,
    stops,
    rules: listRules().length,
    tools: 2,
    commits: null
  }
  return { modes: [], findings, suppressed, summary, stopped: stops > 0, rules: listRules() }
}

test('SARIF fits the official schema, with a place and a rule for each result', () => {
  const log = JSON.parse(
    writeSarifReport(reportOf([standing, stopping, foreign], [silenced]), { version: '0.1.0', pages: 'https://docs.example.com/' })
  )
  expect(checkDraftFour(SARIF, log)).toEqual([])
  const { results, tool } = log.runs[0]
  expect(results.map((result: { ruleId: string }) => result.ruleId)).toEqual([
    'GOV-TIER-001',
    'GOV-STOP-003',
    'GOV-PROBE-004',
    'GOV-TIER-012'
  ])
  for (const result of results) expect(tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId)
  expect(results[0].locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: 'docs/mcp/%C3%9Cn%C3%AFcode%20name%231.md', uriBaseId: '%SRCROOT%' },
    region: { startLine: 3, startColumn: 7 }
  })
  expect(results[3].suppressions[0]).toMatchObject({ kind: 'external', status: 'accepted' })
  expect(tool.driver.rules[0].helpUri).toBe('https://docs.example.com/GOV-DOC-001.md')
})

test('the check of the schema sees a log that does not fit', () => {
  const log = JSON.parse(writeSarifReport(reportOf([standing])))
  log.runs[0].results[0].locations[0].physicalLocation.region.startLine = 0
  log.runs[0].results[0].level = 'fatal'
  delete log.runs[0].tool
  log.runs[0].extra = 1
  expect(checkDraftFour(SARIF, log)).toHaveLength(4)
})

test('JSON fits the schema of this package', () => {
  const report = JSON.parse(writeJsonReport({ ...reportOf([standing, stopping, foreign], [silenced]), modes: [{ mode: 'producer', at }] }))
  expect(checkDraftFour(OURS, report)).toEqual([])
  expect(checkDraftFour(OURS, { ...report, stopped: 'yes', more: 1 })).toHaveLength(2)
})

test('JUnit has a case for each rule, failed by its errors', () => {
  const root = parseXml(writeJunitReport(reportOf([standing, stopping, foreign], [silenced])))
  const [suite] = root.children
  expect(suite?.attributes).toMatchObject({ tests: String(listRules().length + 1), failures: '2' })
  expect(suite?.children).toHaveLength(listRules().length + 1)
  const failed = suite?.children.filter(({ children }) => children.some(({ name }) => name === 'failure')) ?? []
  expect(failed.map(({ attributes }) => attributes['name']?.split(' ')[0])).toEqual(['GOV-TIER-001', 'GOV-STOP-003'])
  expect(failed[0]?.children[0]?.attributes['message']).toBe(standing.message)
  expect(failed[1]?.children[0]?.attributes['type']).toBe('stop')
})

test('a name that is no Unicode is written all the same', () => {
  const log = JSON.parse(writeSarifReport(reportOf([{ ...standing, at: { ...at, file: 'a\ud800.md' } }])))
  expect(log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('a%EF%BF%BD.md')
})

test('any text stays inside its form', () => {
  const place = fc.record({
    file: fc.string({ unit: 'binary' }),
    line: fc.integer({ min: 1, max: 1e6 }),
    column: fc.integer({ min: 1, max: 1e6 })
  })
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), place, (message, where) => {
      const report = reportOf([{ ...standing, message, at: where }])
      const log = JSON.parse(writeSarifReport(report))
      expect(checkDraftFour(SARIF, log)).toEqual([])
      const suite = parseXml(writeJunitReport(report)).children[0]
      const failure = suite?.children.flatMap(({ children }) => children)[0]
      expect(failure?.attributes['message']).toBe(
        message.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
      )
      expect(JSON.parse(writeJsonReport(report)).findings[0].message).toBe(message)
      expect(writeTextReport(report)).not.toMatch(/[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u)
    })
  )
})
