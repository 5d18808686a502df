import { expect, test } from 'vitest'
import { filesOfFolder, filesOfRecord, textsOfFolder } from '../__fixtures__/files-of.ts'
import { checkProject } from './check-project.ts'
import { writeJsonReport } from './write-json.ts'
import { writeTextReport } from './write-text.ts'

const today = '2026-12-01'
const REGISTRY = 'docs/mcp/tool-registry.md'

test('an honest project has no finding, in either form of a report', () => {
  const report = checkProject({ files: filesOfFolder(), today })
  expect(report.findings).toEqual([])
  expect(report.stopped).toBe(false)
  expect(report.modes.map(({ mode }) => mode)).toContain('producer')
  expect(report.summary).toMatchObject({ errors: 0, warnings: 0, tools: 2, commits: null })
  expect(JSON.parse(writeJsonReport(report))).toMatchObject({ contract: 'b10x.governance-report.v1', stopped: false, findings: [] })
})

test('a finding names its rule and its place, and text of documents cannot steer a terminal', () => {
  const texts = textsOfFolder()
  const registry = (texts[REGISTRY] ?? '')
    .replaceAll('`search_notes`', '`search\u001b[2Jnotes\u202e`')
    .replace('**Tier 0** —', '**Tier 9** —')
  const report = checkProject({ files: filesOfRecord({ ...texts, [REGISTRY]: registry }), today })
  const found = report.findings.find(({ ruleId }) => ruleId === 'GOV-TIER-002')
  expect(found?.at).toMatchObject({ file: REGISTRY, line: 20 })
  const text = writeTextReport(report)
  expect(text).toContain(`${REGISTRY}:20:`)
  expect(text).toContain('GOV-TIER-002')
  expect(text).not.toContain('\u001b')
  expect(text).not.toContain('\u202e')
})

test('today has to be a date', () => {
  expect(() => checkProject({ files: filesOfFolder(), today: 'today' })).toThrow(RangeError)
})
