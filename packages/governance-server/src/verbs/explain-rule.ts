import { explainRule, listRules } from '@b10x/governance-rules'
import type { RuleFacts } from '@b10x/governance-rules'
import { GovernedError } from '@b10x/ports/errors'
import type { CommandIo } from '../cli/command-io.ts'
import type { Invocation } from '../cli/invocation.ts'
import { PROBE_RULES } from '../probe/probe-rules.ts'

/** `explain RULE`: what a rule asks, why, and what to do. Exit status 0; an unknown id is `usage_invalid`. */
export async function explain(asked: Invocation & { readonly verb: 'explain' }, io: CommandIo): Promise<number> {
  const rule = findRule(asked.rule.toUpperCase())
  if (rule === null) throw new GovernedError('usage_invalid', { hint: 'there is no rule of that id; `explain` takes one such as GOV-TIER-001' })
  io.out(asked.json ? `${JSON.stringify(rule, null, 2)}\n` : describe(rule))
  return 0
}

/** A rule about documents and changes, or one of the live probe. */
export function findRule(id: string): RuleFacts | null {
  return explainRule(id) ?? PROBE_RULES.find((rule) => rule.id === id) ?? null
}

export function everyRule(): readonly RuleFacts[] {
  return [...listRules(), ...PROBE_RULES]
}

function describe({ id, title, severity, why, fix, stop, looksAt, owasp }: RuleFacts): string {
  const facts = [severity, `looks at ${looksAt}`, ...(stop ? ['stop condition: a person decides'] : []), ...(owasp.length > 0 ? [`OWASP MCP Top 10: ${owasp.join(', ')}`] : [])]
  return `${id}  ${title}\n${facts.join('; ')}\n\nWhy: ${why}\nFix: ${fix}\n`
}
