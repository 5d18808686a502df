import type { RegisteredTool } from '../../contract/tool-registry.ts'
import type { Rule, RuleInput } from '../rule.ts'
import { isHollowReason, normalizeSentence } from '../words.ts'

const FACTS = { severity: 'error', stop: false, looksAt: 'documents', owasp: ['MCP02'] } as const

export function toolsOf(input: RuleInput): readonly RegisteredTool[] {
  return input.contract.registry?.tools ?? []
}

export const TIER_MISSING: Rule = {
  ...FACTS,
  id: 'GOV-TIER-001',
  title: 'Every tool has a trust tier',
  why: 'A consumer decides by the tier whether a call needs a person. A tool without one is decided by nobody.',
  fix: 'Write `**Tier N** — reason` into the row "Consumer trust tier", N from 0 to 5.',
  *check(input) {
    for (const tool of toolsOf(input)) {
      const trust = [...tool.fields].find(([label]) => label.toLowerCase().startsWith('consumer trust tier'))?.[1]
      // A blank that was left in is another rule's.
      if (tool.tier !== null || trust?.value.includes('[[') === true || tool.name.value.includes('[[')) continue
      yield { message: `The tool ${tool.name.value} has no trust tier.`, at: trust?.at ?? tool.name.at }
    }
  }
}

export const TIER_RANGE: Rule = {
  ...FACTS,
  id: 'GOV-TIER-002',
  title: 'A trust tier is a number from 0 to 5',
  why: 'The scale has six steps; a number beside it means something else to each reader.',
  fix: 'Choose the tier from 0 (read-only) to 5 (remote or production) that fits.',
  *check(input) {
    for (const { name, tier } of toolsOf(input)) {
      if (tier !== null && !(tier.value >= 0 && tier.value <= 5)) {
        yield { message: `The tool ${name.value} has tier ${tier.value}, which is not on the scale from 0 to 5.`, at: tier.at }
      }
    }
  }
}

export const RATIONALE_MISSING: Rule = {
  ...FACTS,
  id: 'GOV-TIER-003',
  title: 'Every tier has its reason',
  why: 'A number without a reason cannot be reviewed, and nobody notices when it stops being right.',
  fix: 'Add one line after the tier that says what the tool can change and for whom.',
  *check(input) {
    for (const { name, tier, rationale } of toolsOf(input)) {
      if (tier !== null && rationale === null) yield { message: `The tier of the tool ${name.value} has no reason.`, at: tier.at }
    }
  }
}

export const RATIONALE_COPIED: Rule = {
  ...FACTS,
  id: 'GOV-TIER-004',
  title: 'No tool has the reason of another',
  why: 'Two tools that do different things have different reasons; one that was copied was not thought about.',
  fix: 'Say for this tool what it can change and for whom.',
  *check(input) {
    const first = new Map<string, RegisteredTool>()
    for (const tool of toolsOf(input)) {
      if (tool.rationale === null || isHollowReason(tool.rationale.value)) continue
      const plain = reasonOf(tool)
      const other = first.get(plain)
      if (other === undefined) first.set(plain, tool)
      else {
        yield {
          message: `The tools ${other.name.value} and ${tool.name.value} have the same reason for their tiers.`,
          at: tool.rationale.at,
          related: other.rationale === null ? [] : [other.rationale.at]
        }
      }
    }
  }
}

export const RATIONALE_HOLLOW: Rule = {
  ...FACTS,
  id: 'GOV-TIER-005',
  title: 'A reason says something',
  why: 'A word such as "default", or the name of the tier again, fills the field and answers nothing.',
  fix: 'Use at least three words that say what the tool can change and for whom.',
  *check(input) {
    for (const { name, rationale } of toolsOf(input)) {
      if (rationale !== null && isHollowReason(rationale.value)) {
        yield { message: `The reason for the tier of the tool ${name.value} says nothing.`, at: rationale.at }
      }
    }
  }
}

export const ALL_TIER_TWO: Rule = {
  ...FACTS,
  id: 'GOV-TIER-006',
  title: 'Not every tool is Tier 2',
  why: 'A registry in which all tools are in the middle of the scale was filled in, and not judged.',
  fix: 'Judge each tool by what it can change; tools that only read are Tier 0 or 1.',
  *check(input) {
    const tools = toolsOf(input)
    const [first] = tools
    if (first?.tier && tools.length > 1 && tools.every(tool => tool.tier?.value === 2)) {
      yield { message: `All ${tools.length} tools are Tier 2, which is a placeholder and no judgement.`, at: first.tier.at }
    }
  }
}

/** The reason of a tool without the tool's own name, as it is compared. */
export function reasonOf(tool: RegisteredTool): string {
  return normalizeSentence((tool.rationale?.value ?? '').replaceAll(tool.name.value, ' '))
}
