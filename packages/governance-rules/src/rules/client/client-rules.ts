import type { CapabilitySection } from '../../contract/governance-documents.ts'
import type { RegisteredTool } from '../../contract/tool-registry.ts'
import { readScope } from '../risks/risk-scope.ts'
import { riskOf } from '../risks/risks-registered.ts'
import type { Rule, RuleInput } from '../rule.ts'
import { toolsOf } from '../tiers/tier-stated.ts'
import { rowOf } from '../transport/declared-transports.ts'
import { isFiller } from '../words.ts'
import { asksClient } from './client-reliance.ts'

const FACTS = { severity: 'error', stop: false, looksAt: 'documents', owasp: ['MCP10'] } as const

function samplingOf(input: RuleInput): CapabilitySection | undefined {
  return input.contract.capabilities?.sections.find(section => section.capability.value.toLowerCase() === 'sampling' && asksClient(section))
}

export const SAMPLING_TIER: Rule = {
  ...FACTS,
  id: 'GOV-CLIENT-001',
  title: 'Sampling is Tier 3 or higher',
  why: 'A server that samples writes prompts for the model of its consumer, who cannot audit them.',
  fix: 'Raise the tools that sample to Tier 3 or higher, and name them or the tier in the section on sampling.',
  *check(input) {
    const sampling = samplingOf(input)
    if (sampling === undefined) return
    const text = [...sampling.fields.values()].map(({ value }) => value).join('\n')
    const users = toolsOf(input).filter(tool => names(text, tool.name.value) || mentionsSampling(tool))
    for (const { name, tier } of users) {
      if (tier !== null && tier.value >= 0 && tier.value < 3) {
        yield { message: `The tool ${name.value} samples and is Tier ${tier.value}.`, at: tier.at, related: [sampling.at] }
      }
    }
    const stated = /\btier\s*([0-9])\b/i.exec(text.slice(0, 8_192))?.[1]
    if (users.length === 0 && (stated === undefined || Number(stated) < 3)) {
      yield { message: 'Sampling is used, and neither a tool nor a tier of 3 or higher is named for it.', at: sampling.at }
    }
  }
}

export const SAMPLING_RISK: Rule = {
  ...FACTS,
  id: 'GOV-CLIENT-002',
  title: 'Sampling is covered by R-MCP-004',
  why: 'What ends up in a sampling prompt leaves the server. The register has to say what that may be.',
  fix: 'Describe in the mitigation of R-MCP-004 what is sent and how it is kept small, or stop sampling.',
  *check(input) {
    const sampling = samplingOf(input)
    const risk = riskOf(input.contract.risks, 'R-MCP-004')
    if (sampling === undefined || risk === undefined || risk.mitigation === null || isFiller(risk.mitigation.value)) return
    const text = risk.mitigation.value
    if (
      readScope(text).out ||
      /\b(?:not used|unused|no sampling|never (?:uses? )?sampl\w*|does not (?:use )?sampl\w*|do not (?:use )?sampl\w*)\b/i.test(text)
    ) {
      yield {
        message: 'R-MCP-004 says that sampling is not used, and the capability schema says that it is.',
        at: risk.mitigation.at,
        related: [sampling.at]
      }
    }
  }
}

export const RELIANCE_STATED: Rule = {
  ...FACTS,
  id: 'GOV-CLIENT-003',
  title: 'What is asked of a client has a fallback and a privacy posture',
  why: 'A client may not offer it, and its user has to know what is asked and kept.',
  fix: 'Fill the rows "Fallback" and "Privacy posture" of the section.',
  *check({ contract }) {
    for (const section of contract.capabilities?.sections.filter(asksClient) ?? []) {
      for (const [heading, label] of [
        [/fallback/i, 'fallback'],
        [/privacy/i, 'privacy posture']
      ] as const) {
        const cell = rowOf(section.fields, heading)
        if (cell === null || (isFiller(cell.value) && !cell.value.includes('[['))) {
          yield { message: `The section on ${section.capability.value} states no ${label}.`, at: cell?.at ?? section.at }
        }
      }
    }
  }
}

/** Whether a name stands in a text as a whole. */
function names(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0 && name !== ''; at = text.indexOf(name, at + 1)) {
    if (!/[\p{L}\p{N}_-]/u.test(text[at - 1] ?? ' ') && !/[\p{L}\p{N}_-]/u.test(text[at + name.length] ?? ' ')) return true
  }
  return false
}

function mentionsSampling(tool: RegisteredTool): boolean {
  const said = [tool.sideEffects, ...tool.notes].map(cell => cell?.value ?? '')
  return said.some(
    text => /\b(?:uses?|via|through|by|needs?|requests?) (?:client )?sampling\b/i.test(text) && !/\b(?:no|not|never|without)\b/i.test(text)
  )
}
