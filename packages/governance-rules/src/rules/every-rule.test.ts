import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addedLines, changeOf } from '../__fixtures__/change-of.ts'
import { filesOfRecord } from '../__fixtures__/files-of.ts'
import { applyEdits, honestTexts } from '../__fixtures__/rule-case.ts'
import { RULE_CASES } from '../__fixtures__/rule-cases.ts'
import { checkDraftFour } from '../__fixtures__/sarif/check-draft-four.ts'
import type { JsonObject } from '../__fixtures__/sarif/check-draft-four.ts'
import { checkProject } from '../report/check-project.ts'
import { writeSarifReport } from '../report/write-sarif.ts'
import { RULES } from './all-rules.ts'

const SARIF = JSON.parse(readFileSync(new URL('../__fixtures__/sarif/sarif-schema-2.1.0.json', import.meta.url), 'utf8')) as JsonObject
const today = '2026-12-01'
const placeOf = (file: string, line: number): string => `${file}:${line}`

test('every rule has a case, and no case is without a rule', () => {
  expect(new Set(RULE_CASES.map(({ id }) => id))).toEqual(new Set(RULES.map(({ id }) => id)))
})

test('the honest project passes every rule', () => {
  const texts = honestTexts()
  const report = checkProject({ files: filesOfRecord(texts), change: changeOf(texts, texts), today })
  expect(report.findings).toEqual([])
})

test.each(RULE_CASES)('$id alone fires on $about', ({ id, edits, base = [], also = [], elsewhere }) => {
  const before = applyEdits(honestTexts(), base)
  const after = applyEdits(before, edits)
  const change = changeOf(before, after)
  const report = checkProject({ files: filesOfRecord(after), today, ...(base.length > 0 && { change }) })
  expect(report.findings.map(({ ruleId }) => ruleId).filter(found => !also.includes(found))).toEqual([id])
  const found = report.findings.find(({ ruleId }) => ruleId === id)
  expect(found?.stop).toBe(id.startsWith('GOV-STOP-'))
  expect(report.stopped).toBe(id.startsWith('GOV-STOP-'))
  const edited = Object.entries(after).flatMap(([file, text]) =>
    addedLines(before[file] ?? '', text).map(({ line }) => placeOf(file, line))
  )
  expect(elsewhere === undefined ? edited : [placeOf(elsewhere.file, elsewhere.line)]).toContain(
    placeOf(found?.at.file ?? '', found?.at.line ?? 0)
  )
  const line = after[found?.at.file ?? '']?.split('\n')[(found?.at.line ?? 0) - 1] ?? ''
  expect(found?.at.column).toBeGreaterThanOrEqual(1)
  expect(found?.at.column).toBeLessThanOrEqual(line.length + 1)
  const log = JSON.parse(writeSarifReport(report))
  expect(checkDraftFour(SARIF, log)).toEqual([])
  const results = log.runs[0].results as readonly { readonly ruleId: string; readonly locations: readonly unknown[] }[]
  expect(results.find(({ ruleId }) => ruleId === id)?.locations).toEqual([
    {
      physicalLocation: {
        artifactLocation: { uri: found?.at.file, uriBaseId: '%SRCROOT%' },
        region: { startLine: found?.at.line, startColumn: found?.at.column }
      }
    }
  ])
})

test('rules have ids of one form, and sentences of ours', () => {
  for (const { id, title, why, fix, owasp, severity, stop } of RULES) {
    expect(id).toMatch(/^GOV-[A-Z]+-\d{3}$/)
    expect(title).not.toMatch(/\.$/)
    for (const sentence of [why, fix]) expect(sentence).toMatch(/\.$/)
    expect(owasp.length).toBeGreaterThan(0)
    for (const entry of owasp) expect(entry).toMatch(/^MCP(?:0[1-9]|10)$/)
    expect(stop && severity !== 'error').toBe(false)
  }
})
