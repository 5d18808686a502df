import type { Rule } from '../rule.ts'

const FACTS = { severity: 'error', stop: false, looksAt: 'documents', owasp: ['MCP08'] } as const

export const SUPPRESSION_INCOMPLETE: Rule = {
  ...FACTS,
  id: 'GOV-SUPPRESS-001',
  title: 'A suppression has a rule, a reason, an owner and an end',
  why: 'A finding that is silenced without them is silenced for ever, and nobody knows why.',
  fix: 'Fill the members `rule`, `reason`, `owner` and `expires` (YYYY-MM-DD).',
  *check({ suppressions }) {
    for (const { subject, kind, at } of suppressions.faults) {
      const what = {
        missing_member: 'is missing',
        duplicate: 'is there twice',
        unknown_member: 'is no member that is known',
        syntax: 'cannot be read'
      }
      yield {
        message: `In the suppressions, ${subject} ${(what as Partial<Record<string, string>>)[kind] ?? 'has no value that it may have'}.`,
        at
      }
    }
  }
}

export const SUPPRESSION_EXPIRED: Rule = {
  ...FACTS,
  id: 'GOV-SUPPRESS-002',
  title: 'No suppression has expired',
  why: 'The day on which somebody wanted to look again has come.',
  fix: 'Mend what was suppressed and remove the entry, or decide again with a new date.',
  *check({ suppressions, today }) {
    for (const { rule, expires, at } of suppressions.suppressions) {
      if (expires < today) yield { message: `The suppression of ${rule} ended on ${expires}.`, at }
    }
  }
}

/** Ids of the tables of rules: those of this package, and `GOV-PROBE-…` of the live probe. */
export function suppressionTarget(ids: ReadonlySet<string>, stops: ReadonlySet<string>): Rule {
  return {
    ...FACTS,
    id: 'GOV-SUPPRESS-003',
    title: 'A suppression names a rule that can be suppressed',
    why: 'Stop conditions are decided by a person each time. A rule that does not exist silences nothing, and hides a slip.',
    fix: 'Correct the id, or remove the entry and let a person decide.',
    *check({ suppressions }) {
      for (const { rule, at } of suppressions.suppressions) {
        if (stops.has(rule)) yield { message: `The stop condition ${rule} cannot be suppressed.`, at }
        else if (rule.startsWith('GOV-SUPPRESS-'))
          yield { message: `The rule ${rule} keeps suppressions honest and cannot be suppressed.`, at }
        else if (!ids.has(rule) && !/^GOV-PROBE-\d{3}$/.test(rule)) yield { message: `There is no rule ${rule}.`, at }
      }
    }
  }
}
