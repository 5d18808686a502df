import type { SourcePosition } from '../contract/source-position.ts'
import type { Finding, RuleFacts, Severity } from '../finding.ts'
import type { Report } from './report.ts'

export interface SarifOptions {
  /** Version of this package, as its package.json has it; absent: none is named. */
  readonly version?: string
  /** Where the pages of the rules stand, without the id; absent: none is named. */
  readonly pages?: string
}

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = { error: 'error', warning: 'warning', note: 'note' }

/** A report as SARIF 2.1.0 (OASIS Standard, 27 March 2020), for code scanning; ends with a line feed. */
export function writeSarifReport(report: Report, options: SarifOptions = {}): string {
  const findings = [...report.findings, ...report.suppressed]
  const rules = rulesOf(report, findings)
  const index = new Map(rules.map(({ id }, i) => [id, i]))
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'b10x-governance',
            ...(options.version !== undefined && { semanticVersion: options.version }),
            rules: rules.map(rule => describeRule(rule, options.pages))
          }
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The root of the project.' } } },
        results: findings.map(finding => describeResult(finding, index))
      }
    ]
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

/** The rules that were asked, and those that others reported by. */
function rulesOf(report: Report, findings: readonly Finding[]): readonly RuleFacts[] {
  const rules = new Map(report.rules.map(rule => [rule.id, rule]))
  for (const { ruleId: id, severity, fix, stop } of findings) {
    if (!rules.has(id)) rules.set(id, { id, title: id, why: '', fix, severity, stop, looksAt: 'documents', owasp: [] })
  }
  return [...rules.values()]
}

function describeRule(rule: RuleFacts, pages: string | undefined): object {
  const page = pages === undefined ? undefined : `${pages}${rule.id}.md`
  return {
    id: rule.id,
    shortDescription: { text: rule.title },
    ...(rule.why !== '' && { fullDescription: { text: rule.why } }),
    ...(page !== undefined && { helpUri: page }),
    help: { text: rule.fix },
    defaultConfiguration: { level: LEVELS[rule.severity] },
    properties: { tags: [...(rule.stop ? ['stop'] : []), ...rule.owasp.map(entry => `OWASP-${entry}`)] }
  }
}

function describeResult(finding: Finding, index: ReadonlyMap<string, number>): object {
  const { ruleId, severity, message, at, related = [], suppressed, commit, stop, fix } = finding
  return {
    ruleId,
    ruleIndex: index.get(ruleId) ?? -1,
    level: LEVELS[severity],
    message: { text: `${message} ${fix}` },
    locations: [{ physicalLocation: describePlace(at) }],
    ...(related.length > 0 && { relatedLocations: related.map((place, id) => ({ id, physicalLocation: describePlace(place) })) }),
    ...(suppressed !== undefined && {
      suppressions: [
        { kind: 'external', status: 'accepted', justification: `${suppressed.reason} (${suppressed.owner}, until ${suppressed.expires})` }
      ]
    }),
    properties: { stop, ...(commit !== undefined && { commit }) }
  }
}

function describePlace(at: SourcePosition): object {
  return {
    artifactLocation: { uri: at.file.toWellFormed().split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' },
    region: {
      startLine: at.line,
      startColumn: at.column,
      ...(at.endLine !== undefined && { endLine: at.endLine }),
      ...(at.endColumn !== undefined && { endColumn: at.endColumn })
    }
  }
}
