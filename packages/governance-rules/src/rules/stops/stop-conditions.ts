import { exposedPaths, isCode, isExposedCode } from '../../companion/exposed-code.ts'
import { DOCUMENT_PATHS } from '../../contract/governance-contract.ts'
import type { GovernanceContract } from '../../contract/governance-contract.ts'
import { capabilityWithoutSchema, commitOf } from '../companions/same-commit.ts'
import { coversExternalContent } from '../injection/injection-covered.ts'
import type { Rule, RuleInput } from '../rule.ts'
import { reasonOf, toolsOf } from '../tiers/tier-stated.ts'
import { declaresTransport } from '../transport/declared-transports.ts'
import { launchCommands, plainCommand } from '../transport/transport-rules.ts'
import { isHollowReason } from '../words.ts'
import { findForwardedToken, namesClientToken } from './forwarded-token.ts'

const FACTS = { severity: 'error', stop: true, looksAt: 'change' } as const

export const STOP_TIER: Rule = {
  ...FACTS,
  owasp: ['MCP02'],
  id: 'GOV-STOP-001',
  title: 'A tool is added only with a tier that one sentence justifies',
  why: 'If one sentence cannot justify the tier, the tool is not understood well enough to be exposed.',
  fix: 'Stop. Let a person decide which tier the tool has and why, and write that sentence.',
  *check(input) {
    if (input.change === null) return
    const before = new Set(input.change.before.registry?.tools.map(({ name }) => name.value))
    const reasons = new Map<string, number>()
    for (const tool of toolsOf(input)) reasons.set(reasonOf(tool), (reasons.get(reasonOf(tool)) ?? 0) + 1)
    for (const tool of toolsOf(input)) {
      if (before.has(tool.name.value)) continue
      const at = tool.rationale?.at ?? tool.tier?.at ?? tool.name.at
      const inRange = tool.tier !== null && tool.tier.value >= 0 && tool.tier.value <= 5
      if (!inRange) yield { message: `The tool ${tool.name.value} was added without a trust tier.`, at }
      else if (tool.rationale === null || isHollowReason(tool.rationale.value))
        yield { message: `The tool ${tool.name.value} was added, and its tier has no reason.`, at }
      else if ((reasons.get(reasonOf(tool)) ?? 0) > 1)
        yield { message: `The tool ${tool.name.value} was added with the reason of another tool.`, at }
    }
  }
}

export const STOP_CAPABILITY: Rule = {
  ...FACTS,
  owasp: ['MCP03', 'MCP09'],
  id: 'GOV-STOP-002',
  title: 'Declared capabilities change only together with the capability schema',
  why: 'Clients act on declared capabilities. A change that its document does not know is a change that nobody decided.',
  fix: 'Stop. Let a person confirm the change, and update docs/mcp/capability-schema.md in the same commit.',
  *check(input) {
    for (const { commit, at } of capabilityWithoutSchema(input)) {
      yield {
        message: `Declared capabilities change in code without ${DOCUMENT_PATHS.capabilities} in the same commit.`,
        at,
        ...commitOf(commit)
      }
    }
  }
}

export const STOP_TOKEN: Rule = {
  ...FACTS,
  looksAt: 'documents',
  owasp: ['MCP01'],
  id: 'GOV-STOP-003',
  title: 'No upstream call uses the token of the client',
  why: 'MCP forbids it: a token made for this server must not travel on, and a token made for another must not be accepted.',
  fix: 'Stop. Let a person decide how the server gets credentials of its own for the upstream system.',
  *check(input) {
    for (const { system, credentials } of input.contract.transport?.upstreams ?? []) {
      if (credentials !== null && namesClientToken(credentials.value)) {
        yield { message: `The upstream system ${system.value} is called with the token of the client.`, at: credentials.at }
      }
    }
    if (input.change === null) return
    const paths = exposedPaths(input.contract)
    for (const file of input.change.set.files) {
      if (!isExposedCode(file.path, paths)) continue
      for (const { line, text } of file.addedLines ?? []) {
        const index = isCode(text) ? findForwardedToken(text) : -1
        if (index >= 0)
          yield {
            message: 'A line was added that puts the credential of an inbound request into another one.',
            at: { file: file.path, line, column: index + 1 }
          }
      }
    }
  }
}

export const STOP_CONTENT: Rule = {
  ...FACTS,
  owasp: ['MCP06', 'MCP10'],
  id: 'GOV-STOP-004',
  title: 'A new tool returns external content only when the plan covers it',
  why: 'What others wrote reaches the model through it from the first call on.',
  fix: 'Stop. Let a person decide how AC-1 to AC-3 are covered for this tool, and write it into the plan.',
  *check(input) {
    if (input.change === null || coversExternalContent(input.contract.injectionPlan)) return
    const before = new Set(
      input.change.before.registry?.tools.flatMap(tool => (tool.returnsExternalContent?.value === true ? [tool.name.value] : []))
    )
    for (const { name, returnsExternalContent } of toolsOf(input)) {
      if (returnsExternalContent?.value !== true || before.has(name.value)) continue
      yield {
        message: `The tool ${name.value} now returns external content, and the plan does not cover it.`,
        at: returnsExternalContent.at
      }
    }
  }
}

export const STOP_CHANNEL: Rule = {
  ...FACTS,
  owasp: ['MCP04'],
  id: 'GOV-STOP-005',
  title: 'The distribution of a stdio server changes only by decision',
  why: 'Channel and launch command are what every consumer reads in the consent dialog. A new version alone is no such change.',
  fix: 'Stop. Let a person decide about the change; it stands until it is part of the base.',
  *check(input) {
    const spec = input.contract.serverSpec
    if (input.change === null || spec === null || declaresTransport(input.change.before, 'stdio') === null) return
    const { before } = input.change
    const channel = before.serverSpec?.distributionChannel ?? null
    const start = { file: spec.file, line: 1, column: 1 }
    if (channel !== null && plainCommand(channel.value) !== plainCommand(spec.distributionChannel?.value ?? '')) {
      yield { message: 'The distribution channel of a stdio server changed.', at: spec.distributionChannel?.at ?? start }
    }
    const [was, is] = [commandsOf(before), commandsOf(input.contract)]
    if (was.size > 0 && ([...is].some(([command]) => !was.has(command)) || is.size === 0)) {
      const fresh = [...is].find(([command]) => !was.has(command))
      yield { message: 'The launch command of a stdio server changed.', at: fresh?.[1] ?? start }
    }
  }
}

/** Launch commands without the versions of their packages. */
function commandsOf(contract: GovernanceContract): ReadonlyMap<string, RuleInput['contract']['modes'][number]['at']> {
  return new Map(
    launchCommands(contract).map(({ value, at }) => [plainCommand(value).replaceAll(/(?<=[^\s@])(?:@|==)v?\d[\w.+-]*/g, ''), at])
  )
}
