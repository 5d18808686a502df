// Writes what the pages of docs/governance-rules repeat from the sources: everything above `## Details`, and the table of
// the index. From the root of a clone: npx -y pnpm@12.21.0 exec node -C @b10x/source docs/governance-rules/generate-pages.mjs
// A test in packages/governance-rules compares pages, table and fixtures, so a page that is out of date does not stay unseen.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { renderRulePage } from '../../packages/governance-rules/src/__fixtures__/render-rule-page.ts'
import { renderRuleTable } from '../../packages/governance-rules/src/__fixtures__/render-rule-table.ts'
import { listRules } from '../../packages/governance-rules/src/rules/all-rules.ts'

const HERE = new URL('./', import.meta.url)

for (const rule of listRules()) {
  const page = new URL(`${rule.id}.md`, HERE)
  const text = existsSync(page) ? readFileSync(page, 'utf8') : ''
  const details = text.indexOf('\n## Details\n')
  writeFileSync(page, renderRulePage(rule) + (details < 0 ? '' : text.slice(details)))
}
const index = new URL('README.md', HERE)
const text = readFileSync(index, 'utf8')
writeFileSync(index, text.slice(0, text.indexOf('## All rules')) + renderRuleTable())
