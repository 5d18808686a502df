import type { Finding } from '../finding.ts'
import type { Report } from './report.ts'

/** A report as JUnit XML: a case for each rule, failed where an error stands; warnings and notes are its output. Ends with a line feed. */
export function writeJunitReport(report: Report): string {
  const ids = [...new Set([...report.rules.map(({ id }) => id), ...report.findings.map(({ ruleId }) => ruleId)])]
  const titles = new Map(report.rules.map(({ id, title }) => [id, title]))
  const cases = ids.map(id => {
    const findings = report.findings.filter(({ ruleId }) => ruleId === id)
    const suppressed = report.suppressed.filter(({ ruleId }) => ruleId === id)
    const inner = [...findings.map(describe), ...describeSuppressed(suppressed)]
    const open = `    <testcase classname="${escape(classOf(id))}" name="${escape(`${id} ${titles.get(id) ?? ''}`.trim())}"`
    return inner.length === 0 ? `${open}/>` : [`${open}>`, ...inner, '    </testcase>'].join('\n')
  })
  const failures = ids.filter(id => report.findings.some(({ ruleId, severity }) => ruleId === id && severity === 'error')).length
  const counts = `tests="${ids.length}" failures="${failures}" errors="0"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="b10x-governance" ${counts}>`,
    `  <testsuite name="b10x-governance" ${counts} skipped="0">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    ''
  ].join('\n')
}

function describe(finding: Finding): string {
  const { severity, at, message, fix, stop, commit } = finding
  const text = `${at.file}:${at.line}:${at.column}: ${message}${commit === undefined ? '' : ` (commit ${commit})`} ${fix}`
  if (severity !== 'error') return `      <system-out>${escape(`${severity}: ${text}`)}</system-out>`
  return `      <failure type="${stop ? 'stop' : 'error'}" message="${escape(message)}">${escape(text)}</failure>`
}

function describeSuppressed(findings: readonly Finding[]): string[] {
  return findings.map(
    ({ message, suppressed }) => `      <system-out>${escape(`suppressed: ${message} Because: ${suppressed?.reason ?? ''}`)}</system-out>`
  )
}

/** `GOV-TIER-001` is a case of `GOV-TIER`. */
function classOf(id: string): string {
  return id.replace(/-\d+$/, '')
}

/** Characters that XML 1.0 cannot hold become U+FFFD; line feeds and tabs stay in attributes as references. */
function escape(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"'\t\n\r]/g, character => `&#${character.charCodeAt(0)};`)
}
