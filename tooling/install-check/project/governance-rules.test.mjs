import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkProject, explainRule, findNameFloor, listRules, writeSarifReport } from '@b10x/governance-rules'

const filesOf = (texts) => ({ read: (path) => texts[path] ?? null, list: (prefix) => Object.keys(texts).filter((path) => path.startsWith(prefix)).sort() })

test('a project without documents has what is missing named, with its place', () => {
  const files = filesOf({ 'harness.manifest.yaml': 'schemaVersion: 1\nproject: { id: notes }\nmodules: { architectures: [mcp-server] }\n' })
  const report = checkProject({ files, today: '2026-12-01' })
  assert.equal(report.findings.filter(({ ruleId }) => ruleId === 'GOV-DOC-002').length, 3)
  assert.equal(JSON.parse(writeSarifReport(report)).version, '2.1.0')
})

test('rules are listed and explained', () => {
  assert.ok(listRules().length > 70)
  assert.equal(explainRule('GOV-STOP-001').stop, true)
  assert.equal(findNameFloor('delete_note').tier, 3)
})

test('the schema of reports comes with it', async () => {
  const { default: schema } = await import('@b10x/governance-rules/schemas/report.schema.json', { with: { type: 'json' } })
  assert.equal(schema.type, 'object')
})
