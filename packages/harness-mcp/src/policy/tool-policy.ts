import { canonicalize } from '@b10x/mcp-foundation'
import { EFFECT_FACTS, UNKNOWN_EFFECT_DECISION } from '@b10x/ports'
import type { PolicyDecision, PolicyPort, ToolEffect } from '@b10x/ports'
import { invalidOption, refuseUnknownOptions } from '../admission/invalid-option.ts'
import { compileGlobs } from '../admission/match-globs.ts'
import { hash } from 'node:crypto'

/** Patterns over published names: exact, or with `*` for any characters. `deny` wins over `approve`, that over `allow`. */
export interface ToolPolicyRules {
  readonly allow?: readonly string[]
  readonly approve?: readonly string[]
  readonly deny?: readonly string[]
  /** Approvals given under another version are void. Default: a digest of the rules, so that changing one is enough. */
  readonly version?: string
}

const LISTS = ['allow', 'approve', 'deny'] as const
const DECISIONS_KEPT = 10_000

/**
 * A policy of rules on published names. Where none matches, the effect decides: `none` and `read` are allowed, the others,
 * and tools without a local effect, need an approval.
 * @throws GovernedError `option_invalid`
 */
export function toolPolicy(rules: ToolPolicyRules = {}): PolicyPort {
  refuseUnknownOptions(rules, [...LISTS, 'version'])
  const [allow, approve, deny] = LISTS.map((list) => readPatterns(list, rules[list])) as [Patterns, Patterns, Patterns]
  const policyVersion = readVersion(rules.version) ?? digestRules({ allow, approve, deny })
  const [allows, approves, denies] = [compileGlobs(allow), compileGlobs(approve), compileGlobs(deny)]
  const decided = new Map<string, PolicyDecision>()

  function decide(tool: string, effect: ToolEffect | undefined): PolicyDecision['decision'] {
    if (denies(tool)) return 'deny'
    if (approves(tool)) return 'approval'
    if (allows(tool)) return 'allow'
    return effect === undefined || !Object.hasOwn(EFFECT_FACTS, effect) ? UNKNOWN_EFFECT_DECISION : EFFECT_FACTS[effect].decision
  }

  return Object.freeze<PolicyPort>({
    decide({ tool, effect }) {
      const key = `${effect ?? ''} ${tool}`
      let decision = decided.get(key)
      if (decision === undefined) {
        decision = Object.freeze({ decision: decide(tool, effect), policyVersion })
        if (decided.size < DECISIONS_KEPT) decided.set(key, decision)
      }
      return decision
    }
  })
}

type Patterns = readonly string[]

function readPatterns(list: string, patterns: Patterns | undefined): Patterns {
  if (patterns === undefined) return []
  if (!Array.isArray(patterns)) throw invalidOption(list, 'it is no list of patterns')
  if (patterns.some((pattern) => typeof pattern !== 'string' || pattern === '')) throw invalidOption(list, 'a pattern is no text')
  return [...patterns]
}

function readVersion(version: string | undefined): string | undefined {
  if (version === undefined || (typeof version === 'string' && version !== '')) return version
  throw invalidOption('version', 'it is no text')
}

/** Rules mean the same in any order and however often they are written. */
function digestRules(rules: { readonly [L in (typeof LISTS)[number]]: Patterns }): string {
  const sorted = Object.fromEntries(Object.entries(rules).map(([list, patterns]) => [list, [...new Set(patterns)].sort()]))
  return `sha256:${hash('sha256', `b10x.tool-policy.v1\0${canonicalize(sorted)}`, 'hex')}`
}
