import type { SourcePosition } from '../contract/source-position.ts'
import type { Finding } from '../finding.ts'
import type { Report } from './report.ts'

/** A report for people. Control, format and invisible characters of documents and file names are written as escapes. */
export function writeTextReport(report: Report): string {
  const lines: string[] = []
  if (report.modes.length > 0) lines.push(`Modes: ${report.modes.map(({ mode }) => mode).join(', ')}`, '')
  for (const finding of report.findings) lines.push(...describe(finding), '')
  for (const finding of report.suppressed) lines.push(...describeSuppressed(finding), '')
  const { errors, warnings, notes, suppressed, rules, stops } = report.summary
  lines.push(
    `${plural(errors, 'error')}, ${plural(warnings, 'warning')}, ${plural(notes, 'note')}, ${suppressed} suppressed (${plural(rules, 'rule')}).`
  )
  if (report.stopped) lines.push(`Stopped: ${plural(stops, 'finding')} of stop conditions. A person has to decide before work goes on.`)
  return `${lines.map(escapeLine).join('\n')}\n`
}

function describe(finding: Finding): string[] {
  const label = finding.stop ? `${finding.severity}, stop` : finding.severity
  const lines = [`${place(finding.at)}: ${label}: ${finding.ruleId}`, `  ${finding.message}`]
  if (finding.commit !== undefined) lines.push(`  In commit ${finding.commit.slice(0, 12)}.`)
  for (const at of finding.related ?? []) lines.push(`  See ${place(at)}.`)
  lines.push(`  Do: ${finding.fix}`)
  return lines
}

function describeSuppressed(finding: Finding): string[] {
  const { reason = '', owner = '', expires = '' } = finding.suppressed ?? {}
  return [
    `${place(finding.at)}: suppressed: ${finding.ruleId}`,
    `  ${finding.message}`,
    `  Because: ${reason} (${owner}, until ${expires})`
  ]
}

function place({ file, line, column }: SourcePosition): string {
  return `${file}:${line}:${column}`
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Also what a line cannot hold: line feeds, and the separators of lines and paragraphs. */
function escapeLine(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, character => {
    const code = character.codePointAt(0) ?? 0
    return `\\u{${code.toString(16)}}`
  })
}
