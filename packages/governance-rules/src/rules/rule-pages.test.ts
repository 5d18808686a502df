import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OWASP, renderRulePage } from '../__fixtures__/render-rule-page.ts'
import { renderRuleTable } from '../__fixtures__/render-rule-table.ts'
import { RULE_CASES } from '../__fixtures__/rule-cases.ts'
import { explainRule, listRules } from './all-rules.ts'

const PAGES = new URL('../../../../docs/governance-rules/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, PAGES), 'utf8')

test('every rule has a page, and no page is without a rule', () => {
  // The pages of the live probe are another package's.
  const pages = readdirSync(PAGES).filter(name => name.startsWith('GOV-') && !name.startsWith('GOV-PROBE-'))
  expect(pages.toSorted()).toEqual(
    listRules()
      .map(({ id }) => `${id}.md`)
      .toSorted()
  )
})

test.each(listRules())('the page of $id says what the table and its failing fixture say', rule => {
  const [above, details, ...more] = read(`${rule.id}.md`).split('\n## Details\n')
  expect(above).toBe(renderRulePage(rule))
  expect(more).toEqual([])
  expect(details?.trim()).not.toBe('')
  expect(RULE_CASES.filter(({ id }) => id === rule.id)).toHaveLength(1)
  for (const entry of rule.owasp) expect(OWASP).toHaveProperty(entry)
})

test('the index has the table of rules at its end', () => {
  const index = read('README.md')
  expect(index.slice(index.indexOf('## All rules'))).toBe(renderRuleTable())
})

test('a rule is explained by its id in any case, and others are not', () => {
  expect(explainRule('gov-tier-001')).toMatchObject({ id: 'GOV-TIER-001', severity: 'error', stop: false, looksAt: 'documents' })
  expect(explainRule('GOV-TIER-999')).toBeNull()
})
