import type { RuleFacts } from '../finding.ts'
import type { Edit } from './rule-case.ts'
import { RULE_CASES } from './rule-cases.ts'

/** The entries of the OWASP MCP Top 10, 2025, beta. */
export const OWASP: Readonly<Record<string, string>> = {
  MCP01: 'Token Mismanagement and Secret Exposure',
  MCP02: 'Privilege Escalation via Scope Creep',
  MCP03: 'Tool Poisoning',
  MCP04: 'Software Supply Chain Attacks and Dependency Tampering',
  MCP05: 'Command Injection and Execution',
  MCP06: 'Intent Flow Subversion',
  MCP07: 'Insufficient Authentication and Authorization',
  MCP08: 'Lack of Audit and Telemetry',
  MCP09: 'Shadow MCP Servers',
  MCP10: 'Context Injection and Over-Sharing'
}

/** What a page says of a rule out of the table and its case: all up to `## Details`, which people write. */
export function renderRulePage(rule: RuleFacts): string {
  const example = RULE_CASES.find(({ id }) => id === rule.id)
  const owasp = rule.owasp.map(entry => `${entry} ${OWASP[entry] ?? ''}`).join(', ')
  return [
    `# ${rule.id}`,
    '',
    `> ${rule.title}`,
    '',
    '| fact | value |',
    '|---|---|',
    `| severity | ${rule.severity} |`,
    `| stop condition | ${rule.stop ? 'yes: the command ends with 5, and no suppression covers it' : 'no'} |`,
    `| looks at | ${rule.looksAt === 'change' ? 'a change: a range of commits, the index or the working tree' : 'the documents as they are'} |`,
    `| OWASP MCP Top 10 | ${owasp} |`,
    '',
    '## Why',
    '',
    rule.why,
    '',
    '## What to do',
    '',
    rule.fix,
    '',
    '## An edit that breaks it',
    '',
    `${example?.about.replace(/^./, first => first.toUpperCase()) ?? ''}:`,
    '',
    ...(example?.edits.slice(0, 1).flatMap(renderEdit) ?? []),
    ''
  ].join('\n')
}

function renderEdit(edit: Edit): string[] {
  if ('find' in edit) {
    const lines = (text: string, mark: string): string[] =>
      text === ''
        ? []
        : text
            .replace(/\n$/, '')
            .split('\n')
            .map(line => `${mark} ${line}`.trimEnd())
    return [`\`${edit.file}\``, '', '```diff', ...lines(edit.find, '-'), ...lines(edit.replace, '+'), '```']
  }
  if (edit.text === null) return [`\`${edit.file}\` is taken away.`]
  return [`\`${edit.file}\``, '', edit.file.endsWith('.md') ? '```md' : '```yaml', edit.text.trimEnd(), '```']
}
