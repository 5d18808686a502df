import { DOCUMENT_PATHS } from '../../contract/governance-contract.ts'
import type { AttackClassPosition, InjectionTestPlan } from '../../contract/governance-documents.ts'
import type { RegisteredTool } from '../../contract/tool-registry.ts'
import { asksClient } from '../client/client-reliance.ts'
import { readScope } from '../risks/risk-scope.ts'
import { rowOf } from '../transport/declared-transports.ts'
import { producerMode } from '../documents/documents-required.ts'
import type { Rule } from '../rule.ts'
import { toolsOf } from '../tiers/tier-stated.ts'
import { isFiller, isHollowReason } from '../words.ts'

const FACTS = { severity: 'error', stop: false, looksAt: 'documents', owasp: ['MCP06', 'MCP10'] } as const

const ATTACK_CLASSES = ['AC-1', 'AC-2', 'AC-3', 'AC-4'] as const

/** Hopes, not positions. */
const WHO = /\b(?:models?|llms?|agents?|assistants?|claude|gpt)\b/.source
const KNOWS = /\b(?:will|should|would|can|ought to) (?:know|notice|ignore|understand|recogni[sz]e|realize|handle)\b/.source
const HOPE = new RegExp(`${WHO}[^.]{0,40}${KNOWS}`, 'i')

export const CLASS_MISSING: Rule = {
  ...FACTS,
  id: 'GOV-INJECT-001',
  title: 'Each attack class has a stated position',
  why: 'AC-1 to AC-4 are the ways in which content drives a model. A plan that is silent about one leaves it to chance.',
  fix: 'Say in the section of the class what the server does, or that it is out of scope and why. That the model will know is no position.',
  *check({ contract }) {
    const plan = contract.injectionPlan
    if (plan === null) return
    for (const id of ATTACK_CLASSES) {
      const found = classOf(plan, id)
      if (found === undefined) yield { message: `The plan says nothing about ${id}.`, at: { file: plan.file, line: 1, column: 1 } }
      else if (!isExcluded(found) && !hasPosition(found))
        yield { message: `The plan has no position on ${id}.`, at: found.position?.at ?? found.at }
    }
  }
}

export const CLASS_SCOPE: Rule = {
  ...FACTS,
  id: 'GOV-INJECT-002',
  title: 'An attack class that is out of scope says why',
  why: '"Out of scope" without a reason ends a discussion that never took place.',
  fix: 'Add the reason after "out of scope", in at least three words.',
  *check({ contract }) {
    for (const found of contract.injectionPlan?.classes ?? []) {
      if (isExcluded(found) && !givesReason(found)) {
        yield { message: `${found.id.value} is out of scope without a reason.`, at: found.outOfScope.at }
      }
    }
  }
}

export const CONTENT_UNCOVERED: Rule = {
  ...FACTS,
  id: 'GOV-INJECT-003',
  title: 'External content is covered by the plan',
  why: 'A tool that returns what others wrote carries their instructions to the model. AC-1 and AC-2 cannot be out of scope for it.',
  fix: 'Write the plan, and cover AC-1 and AC-2: an envelope, sanitizing, or the duty of the consumer named in the registry.',
  *check({ contract }) {
    const plan = contract.injectionPlan
    for (const tool of contract.registry?.tools ?? []) {
      if (tool.returnsExternalContent?.value !== true) continue
      const at = tool.returnsExternalContent.at
      if (plan === null) {
        yield { message: `The tool ${tool.name.value} returns external content, and there is no ${DOCUMENT_PATHS.injectionPlan}.`, at }
        continue
      }
      for (const id of ['AC-1', 'AC-2'] as const) {
        const found = classOf(plan, id)
        if (found !== undefined && isExcluded(found)) {
          yield {
            message: `The tool ${tool.name.value} returns external content, and ${id} is out of scope.`,
            at: found.outOfScope.at,
            related: [at]
          }
        }
      }
    }
  }
}

export const CLIENT_UNCOVERED: Rule = {
  ...FACTS,
  id: 'GOV-INJECT-004',
  title: 'A server that asks its client for something covers AC-4',
  why: 'Sampling, elicitation and whatever an `InputRequiredResult` asks for reach back into the consumer.',
  fix: 'Cover AC-4 in the plan, or stop asking the client.',
  *check({ contract }) {
    const asks = contract.capabilities?.sections.find(asksClient)
    if (asks === undefined) return
    const plan = contract.injectionPlan
    if (plan === null) {
      yield {
        message: `The server asks its client for ${asks.capability.value}, and there is no ${DOCUMENT_PATHS.injectionPlan}.`,
        at: asks.at
      }
      return
    }
    const found = classOf(plan, 'AC-4')
    if (found !== undefined && isExcluded(found)) {
      yield {
        message: `AC-4 is out of scope, and the server asks its client for ${asks.capability.value}.`,
        at: found.outOfScope.at,
        related: [asks.at]
      }
    }
  }
}

export const CONTENT_UNSTATED: Rule = {
  ...FACTS,
  severity: 'warning',
  id: 'GOV-INJECT-005',
  title: 'Every tool says whether it returns external content',
  why: 'Only who built the tool knows whether results hold what users, third parties or files said.',
  fix: 'Add the row "Returns external content" with Yes or No to the table of the tool.',
  *check(input) {
    if (producerMode(input.contract) === undefined) return
    for (const tool of toolsOf(input)) {
      if (tool.returnsExternalContent === null && !isBlankRow(tool) && !tool.name.value.includes('[[')) {
        yield { message: `The tool ${tool.name.value} does not say whether it returns external content.`, at: tool.name.at }
      }
    }
  }
}

export const RESOURCES_UNCOVERED: Rule = {
  ...FACTS,
  id: 'GOV-INJECT-006',
  title: 'A server with resources covers AC-3',
  why: 'What a client reads as a resource reaches the model as a result does.',
  fix: 'Cover AC-3 in the plan: a mark of provenance, and what the consumer has to do.',
  *check({ contract }) {
    const resources = contract.capabilities?.sections.find(
      ({ capability, side, declared }) => side === 'server' && capability.value === 'resources' && declared?.value === true
    )
    const found = contract.injectionPlan === null ? undefined : classOf(contract.injectionPlan, 'AC-3')
    if (resources !== undefined && found !== undefined && isExcluded(found)) {
      yield { message: 'AC-3 is out of scope, and the server declares resources.', at: found.outOfScope.at, related: [resources.at] }
    }
  }
}

function classOf(plan: InjectionTestPlan, id: string): AttackClassPosition | undefined {
  return plan.classes.find(found => found.id.value === id)
}

/** Whether a class as a whole is left out: what is tested may still say of a part that it is out of scope. */
function isExcluded({ outOfScope, tested }: AttackClassPosition): boolean {
  return outOfScope.value && !/^yes\b/i.test(tested?.value ?? '')
}

/** The reason stands after "out of scope", or in the result of a class that the matrix calls not applicable. */
function givesReason({ reason, position, fields }: AttackClassPosition): boolean {
  const said = [reason, position, rowOf(fields, /result|position|reason/i)]
  return said.some(cell => cell !== null && !isHollowReason(readScope(cell.value).out ? readScope(cell.value).reason : cell.value))
}

/** A position that can be held against the server: no filler, and no hope that the model will know. */
function hasPosition({ position }: AttackClassPosition): boolean {
  return position !== null && !isFiller(position.value) && !HOPE.test(position.value.slice(0, 8_192))
}

/** Whether a tool's results are covered: each class that concerns it has a position, or is out of scope with a reason where that may be. */
export function coversExternalContent(plan: InjectionTestPlan | null): boolean {
  if (plan === null) return false
  return (['AC-1', 'AC-2', 'AC-3'] as const).every(id => {
    const found = classOf(plan, id)
    if (found === undefined) return false
    return isExcluded(found) ? id === 'AC-3' && givesReason(found) : hasPosition(found)
  })
}

function isBlankRow(tool: RegisteredTool): boolean {
  const row = [...tool.fields].find(([label]) => label.toLowerCase().startsWith('returns external content'))?.[1]
  return row !== undefined && row.value.includes('[[')
}
