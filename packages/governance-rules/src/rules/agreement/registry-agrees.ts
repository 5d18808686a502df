import type { Sourced } from '../../contract/source-position.ts'
import type { Rule } from '../rule.ts'
import { readIdempotency } from '../tiers/compare-annotations.ts'
import { toolsOf } from '../tiers/tier-stated.ts'
import { rowOf } from '../transport/declared-transports.ts'

const FACTS = { severity: 'error', stop: false, looksAt: 'documents', owasp: ['MCP09'] } as const

export const SUMMARY_DISAGREES: Rule = {
  ...FACTS,
  id: 'GOV-AGREE-001',
  title: 'The summary lists what the registry describes',
  why: 'Reviewers read the summary. A tool or tier that stands only in one place was reviewed only there.',
  fix: 'Bring the summary table and the sections of the tools together.',
  *check({ contract }) {
    const { registry } = contract
    if (registry === null || registry.summary.length === 0) return
    const tools = new Map(registry.tools.map(tool => [tool.name.value, tool]))
    const listed = new Set<string>()
    for (const row of registry.summary) {
      const name = row.name.value
      const tool = tools.get(name)
      if (name.includes('[[')) continue
      if (listed.has(name)) yield { message: `The summary lists the tool ${name} twice.`, at: row.name.at }
      listed.add(name)
      if (tool === undefined) yield { message: `The summary lists the tool ${name}, which has no section.`, at: row.name.at }
      else if (row.tier !== null && tool.tier !== null && row.tier.value !== tool.tier.value) {
        yield {
          message: `The tool ${name} is Tier ${tool.tier.value} in its section and ${row.tier.value} in the summary.`,
          at: row.tier.at,
          related: [tool.tier.at]
        }
      }
    }
    for (const [name, tool] of tools) {
      if (!listed.has(name) && !name.includes('[[')) yield { message: `The tool ${name} is not in the summary.`, at: tool.name.at }
    }
  }
}

export const COUNTS_DISAGREE: Rule = {
  ...FACTS,
  id: 'GOV-AGREE-002',
  title: 'The counts of the specification fit the registry',
  why: 'A count that is wrong shows that one of the two was not updated.',
  fix: 'Count the tools of the registry again and correct the table "Primitive counts".',
  *check(input) {
    const { registry, serverSpec } = input.contract
    const tools = toolsOf(input)
    if (registry === null || serverSpec === null || tools.length === 0) return
    const tiers = tools.flatMap(({ tier }) => (tier !== null && tier.value >= 0 && tier.value <= 5 ? [tier.value] : []))
    const idempotent = tools.map(({ idempotency }) => (idempotency === null ? null : readIdempotency(idempotency.value)))
    const facts: readonly (readonly [heading: RegExp, what: string, value: number | null])[] = [
      [/^(?:total )?tools\b(?!.*(?:with|effect))|total.*tools/i, 'tools', tools.length],
      [/highest.*tier|max.*tier/i, 'as the highest tier', tiers.length === tools.length ? Math.max(...tiers) : null],
      [/^idempotent/i, 'idempotent tools', idempotent.includes(null) ? null : idempotent.filter(Boolean).length]
    ]
    for (const [heading, what, value] of facts) {
      const count: Sourced<number> | null = rowOf(serverSpec.counts, heading)
      if (count !== null && value !== null && count.value !== value) {
        yield {
          message: `The specification counts ${count.value} ${what}, the registry ${value}.`,
          at: count.at,
          related: [{ file: registry.file, line: 1, column: 1 }]
        }
      }
    }
  }
}

export const WIRE_NAME_DISAGREES: Rule = {
  ...FACTS,
  owasp: ['MCP03'],
  id: 'GOV-AGREE-003',
  title: 'The heading of a tool is its name on the wire',
  why: 'Whoever looks a call up in the registry looks for the name on the wire.',
  fix: 'Write the same name into the heading and the row "Tool name (wire)".',
  *check(input) {
    for (const tool of toolsOf(input)) {
      const wire = rowOf(tool.fields, /^tool name/i)
      if (wire === null || wire.value.includes('[[') || tool.name.value.includes('[[')) continue
      if (plainName(wire.value) !== plainName(tool.name.value)) {
        yield {
          message: `The section of the tool ${tool.name.value} names another tool on the wire.`,
          at: wire.at,
          related: [tool.name.at]
        }
      }
    }
  }
}

function plainName(name: string): string {
  return name.replace(/^`|`$/g, '').trim()
}
