import type { Rule, RuleReport } from '../rule.ts'
import { findNameFloor, namesReversibility } from './name-floor.ts'
import { toolsOf } from './tier-stated.ts'
import type { RegisteredTool } from '../../contract/tool-registry.ts'

const FACTS = { severity: 'error', stop: false, looksAt: 'documents', owasp: ['MCP02'] } as const

function* belowFloor(tools: readonly RegisteredTool[], floor: 3 | 4 | 5): Iterable<RuleReport> {
  for (const { name, tier } of tools) {
    const found = findNameFloor(name.value)
    if (found?.tier !== floor || tier === null || tier.value < 0 || tier.value >= floor) continue
    yield {
      message: `The tool ${name.value} is Tier ${tier.value}; a tool that does what "${found.word}" says is Tier ${floor} or higher.`,
      at: tier.at,
      related: [name.at]
    }
  }
}

export const FLOOR_THREE: Rule = {
  ...FACTS,
  id: 'GOV-TIER-007',
  title: 'What deletes, sends or publishes is Tier 3 or higher',
  why: 'Others see or lose what such a tool touches. The words are delete, destroy, drop, purge, broadcast, publish and send.',
  fix: 'Raise the tier to 3 or higher, or rename the tool if it does something else.',
  check: input => belowFloor(toolsOf(input), 3)
}

export const FLOOR_FOUR: Rule = {
  ...FACTS,
  id: 'GOV-TIER-008',
  title: 'What installs or migrates is Tier 4 or higher',
  why: 'Such a tool changes the environment in which everything after it runs. The words are install and migrate.',
  fix: 'Raise the tier to 4 or higher, or rename the tool if it does something else.',
  check: input => belowFloor(toolsOf(input), 4)
}

export const FLOOR_FIVE: Rule = {
  ...FACTS,
  id: 'GOV-TIER-009',
  title: 'What deploys, rotates or touches production is Tier 5',
  why: 'Its effects reach people who never saw the call. The words are deploy, rotate and production.',
  fix: 'Raise the tier to 5, or rename the tool if it does something else.',
  check: input => belowFloor(toolsOf(input), 5)
}

export const REVERSIBILITY: Rule = {
  ...FACTS,
  id: 'GOV-TIER-010',
  title: 'The reason of a strong action says whether it can be undone',
  why: 'Who approves a call has to know what remains when it was a mistake.',
  fix: 'Add to the reason whether and how the effect is reversible.',
  *check(input) {
    for (const { name, rationale } of toolsOf(input)) {
      const floor = findNameFloor(name.value)
      if (floor === null || rationale === null || namesReversibility(rationale.value)) continue
      yield {
        message: `The reason of the tool ${name.value} does not say whether its effect can be undone.`,
        at: rationale.at,
        related: [name.at]
      }
    }
  }
}

const NOTHING = /^(?:none|no|nothing|n\/a|-|–|—|no side effects?|read[- ]only|pure)\b(?![\s,;:(–—-]+(?:except|but|other|beyond|apart)\b)/i

const READS = /^(?:pure(?:ly)? )?(?:reads?|read[- ]only|quer(?:y|ies)|look-?ups?)\b/i
const CHANGES = /\b(?:writ|updat|creat|delet|remov|modif|chang|mark|stor|sav|send|publish|insert|sets?\b)/i

/** Whether a cell on side effects says that there are none, or that the tool reads and does nothing besides. */
function isRead(text: string): boolean {
  return NOTHING.test(text) || (READS.test(text) && !CHANGES.test(text))
}

export const READ_WITH_EFFECTS: Rule = {
  ...FACTS,
  id: 'GOV-TIER-011',
  title: 'A read has no side effects',
  why: 'Tiers 0 and 1 are called without asking anybody. A tool there that changes something changes it unseen.',
  fix: 'Raise the tier to 2 or higher, or correct the row "Side effects".',
  *check(input) {
    for (const { name, tier, sideEffects } of toolsOf(input)) {
      if (tier === null || tier.value > 1 || tier.value < 0 || sideEffects === null || isRead(sideEffects.value)) continue
      yield { message: `The tool ${name.value} is Tier ${tier.value} and claims side effects.`, at: sideEffects.at, related: [tier.at] }
    }
  }
}

export const CHANGE_WITHOUT_EFFECTS: Rule = {
  ...FACTS,
  severity: 'warning',
  id: 'GOV-TIER-012',
  title: 'A tool that changes something names what',
  why: 'A tier of 2 or higher and "None" under side effects cannot both be right.',
  fix: 'Name the side effects, or lower the tier to 0 or 1.',
  *check(input) {
    for (const { name, tier, sideEffects } of toolsOf(input)) {
      if (tier === null || tier.value < 2 || tier.value > 5 || sideEffects === null || !NOTHING.test(sideEffects.value)) continue
      yield { message: `The tool ${name.value} is Tier ${tier.value} and claims no side effects.`, at: sideEffects.at, related: [tier.at] }
    }
  }
}

export const GATE_MISSING: Rule = {
  ...FACTS,
  id: 'GOV-TIER-013',
  title: 'Tiers 4 and 5 are gated',
  why: 'Tier 4 needs the direction of a person for each action, Tier 5 a second person as well.',
  fix: 'Write into the row "Approval gating expectation" who decides, and that it is for each action.',
  *check(input) {
    for (const { name, tier, approvalGating } of toolsOf(input)) {
      if (tier === null || tier.value < 4 || tier.value > 5) continue
      if (approvalGating !== null && !/^(?:none|no|not|never|n\/a|optional|-|–|—)\b|^[-–—]?$/i.test(approvalGating.value)) continue
      yield { message: `The tool ${name.value} is Tier ${tier.value} and expects no approval.`, at: approvalGating?.at ?? tier.at }
    }
  }
}
