import type { RuleFacts } from '../finding.ts'
import { listRules } from '../rules/all-rules.ts'

const THEMES: readonly (readonly [theme: string, title: string])[] = [
  ['DOC', 'Manifest and documents'],
  ['TIER', 'Trust tiers of tools'],
  ['RISK', 'Register of risks'],
  ['INJECT', 'Prompt injection'],
  ['CLIENT', 'What is asked of a client'],
  ['TRANSPORT', 'Transports and launch commands'],
  ['AUTH', 'Authorization'],
  ['AGREE', 'Documents agree with one another'],
  ['COMPANION', 'Changes and their companions'],
  ['STOP', 'Stop conditions'],
  ['SUPPRESS', 'Suppressions']
]

/** The last section of the index: every rule by theme. */
export function renderRuleTable(): string {
  const sections = THEMES.map(([theme, title]) => {
    const rules = listRules().filter(({ id }) => id.startsWith(`GOV-${theme}-`))
    return [`### ${title}`, '', '| rule | severity | title |', '|---|---|---|', ...rules.map(renderRow), ''].join('\n')
  })
  return `## All rules\n\nWritten by \`generate-pages.mjs\` from the table of rules.\n\n${sections.join('\n')}`
}

function renderRow({ id, severity, stop, title }: RuleFacts): string {
  return `| [${id}](${id}.md) | ${stop ? `${severity}, stop` : severity} | ${title} |`
}
