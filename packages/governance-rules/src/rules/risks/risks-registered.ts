import type { RegisteredRisk, RiskRegister } from '../../contract/governance-documents.ts'
import type { Rule, RuleInput } from '../rule.ts'
import { rowOf } from '../transport/declared-transports.ts'
import { isFiller, isHollowReason } from '../words.ts'
import { readScope } from './risk-scope.ts'

const FACTS = { severity: 'error', stop: false, looksAt: 'documents' } as const

/** The classes of the source, and the entries of the OWASP MCP Top 10 that they answer. */
const CLASSES: readonly (readonly [id: string, title: string])[] = [
  ['R-MCP-001', 'injection through a result'],
  ['R-MCP-002', 'poisoning through a description'],
  ['R-MCP-003', 'capability drift'],
  ['R-MCP-004', 'exfiltration through what the server asks of the client'],
  ['R-MCP-005', 'token passthrough'],
  ['R-MCP-006', 'confused deputy'],
  ['R-MCP-007', 'requests forged through metadata'],
  ['R-MCP-008', 'hijacking of sessions and of state handles'],
  ['R-MCP-009', 'compromise of a local server'],
  ['R-MCP-010', 'scope inflation']
]
const TEMPLATE_CLASSES: readonly (readonly [id: string, title: string])[] = [
  ['R-MCP-011', 'tool surface drift through dependencies'],
  ['R-MCP-012', 'amplification of result size']
]

export const RISK_MISSING: Rule = {
  ...FACTS,
  id: 'GOV-RISK-001',
  owasp: ['MCP01', 'MCP02', 'MCP03', 'MCP05', 'MCP06', 'MCP07', 'MCP10'],
  title: 'Each of the ten risks is in the register',
  why: 'R-MCP-001 to R-MCP-010 concern every server. One that is not there was not thought about.',
  fix: 'Add the section with a mitigation, or say that it is out of scope and why.',
  *check({ contract }) {
    yield* missing(contract.risks, CLASSES)
  }
}

export const TEMPLATE_RISK_MISSING: Rule = {
  ...FACTS,
  severity: 'warning',
  id: 'GOV-RISK-002',
  owasp: ['MCP04', 'MCP10'],
  title: 'Drift through dependencies and result size are in the register',
  why: 'R-MCP-011 and R-MCP-012 joined the template later; older registers lack them.',
  fix: 'Add the section with a mitigation, or say that it is out of scope and why.',
  *check({ contract }) {
    yield* missing(contract.risks, TEMPLATE_CLASSES)
  }
}

export const MITIGATION_MISSING: Rule = {
  ...FACTS,
  id: 'GOV-RISK-003',
  owasp: ['MCP08'],
  title: 'Every risk has a stated mitigation',
  why: 'A risk that is only named is not governed.',
  fix: 'Say what the server does against it, in a sentence.',
  *check(input) {
    for (const risk of risksOf(input)) {
      if (risk.closed || isBlank(input, risk, 'mitigation')) continue
      if (risk.mitigation === null || (isFiller(risk.mitigation.value) && !readScope(risk.mitigation.value).out)) {
        yield { message: `The risk ${risk.id.value} has no stated mitigation.`, at: risk.mitigation?.at ?? risk.at }
      }
    }
  }
}

export const OWNER_MISSING: Rule = {
  ...FACTS,
  id: 'GOV-RISK-004',
  owasp: ['MCP08'],
  title: 'Every open risk has an owner',
  why: 'What nobody owns stays open.',
  fix: 'Name the person or team that decides about it.',
  *check(input) {
    for (const risk of risksOf(input)) {
      if (risk.closed || /^(?:mitigated|closed)\b/i.test(risk.status?.value ?? '') || isBlank(input, risk, 'owner')) continue
      if (risk.owner === null || isFiller(risk.owner.value)) {
        yield { message: `The risk ${risk.id.value} is open and has no owner.`, at: risk.owner?.at ?? risk.at }
      }
    }
  }
}

export const STATUS_UNKNOWN: Rule = {
  ...FACTS,
  severity: 'warning',
  id: 'GOV-RISK-005',
  owasp: ['MCP08'],
  title: 'Every risk has a status',
  why: 'Open, Monitoring and Mitigated mean the same to everybody; another word does not.',
  fix: 'Write Open, Monitoring or Mitigated; Accepted or out of scope with the reason.',
  *check(input) {
    for (const risk of risksOf(input)) {
      if (risk.closed || isBlank(input, risk, 'status')) continue
      if (
        !/^(?:open|monitoring|monitored|mitigated|accepted|closed|out[ -]of[ -]scope|not applicable|n\/a)\b/i.test(risk.status?.value ?? '')
      ) {
        yield { message: `The risk ${risk.id.value} has no status that is known.`, at: risk.status?.at ?? risk.at }
      }
    }
  }
}

export const RISK_SCOPE: Rule = {
  ...FACTS,
  id: 'GOV-RISK-006',
  owasp: ['MCP08'],
  title: 'A risk that is out of scope says why',
  why: '"Out of scope" without a reason ends a discussion that never took place.',
  fix: 'Add the reason after "out of scope", in at least three words.',
  *check(input) {
    for (const risk of risksOf(input)) {
      if (risk.closed) continue
      const places = [risk.mitigation, risk.status].filter(cell => cell !== null && readScope(cell.value).out)
      const [first] = places
      if (first === undefined || first === null) continue
      // The status may say it and the mitigation or the description why.
      const description = readScope(rowOf(risk.fields, /^description/i)?.value ?? '').reason
      const reasons = [
        description,
        ...places.map(cell => readScope(cell?.value ?? '').reason),
        readScope(risk.mitigation?.value ?? '').out ? '' : (risk.mitigation?.value ?? '')
      ]
      if (reasons.every(isHollowReason)) yield { message: `The risk ${risk.id.value} is out of scope without a reason.`, at: first.at }
    }
  }
}

export function riskOf(register: RiskRegister | null, id: string): RegisteredRisk | undefined {
  return register?.risks.find(risk => risk.id.value === id)
}

function risksOf(input: RuleInput): readonly RegisteredRisk[] {
  return input.contract.risks?.risks ?? []
}

function* missing(register: RiskRegister | null, classes: typeof CLASSES): Iterable<{ message: string; at: RegisteredRisk['at'] }> {
  if (register === null) return
  for (const [id, title] of classes) {
    if (riskOf(register, id) === undefined) {
      yield { message: `The risk ${id} (${title}) is not in the register.`, at: { file: register.file, line: 1, column: 1 } }
    }
  }
}

/** A blank that was left in is another rule's. */
function isBlank(input: RuleInput, risk: RegisteredRisk, label: string): boolean {
  const cell = [...risk.fields].find(([name]) => name.toLowerCase().startsWith(label))?.[1]
  const faults = input.contract.risks?.faults ?? []
  return (
    cell !== undefined && faults.some(({ kind, at }) => kind === 'placeholder' && at.line === cell.at.line && at.column === cell.at.column)
  )
}
