import type { ChangedCommit } from '../../companion/change-set.ts'
import { commitUpdates, findExposedChanges } from '../../companion/exposed-code.ts'
import type { ExposedChange } from '../../companion/exposed-code.ts'
import { CAPABILITY_CODE, TOOL_CODE, TRANSPORT_CODE } from '../../companion/exposure-kinds.ts'
import type { ExposureKind } from '../../companion/exposure-kinds.ts'
import { DOCUMENT_PATHS } from '../../contract/governance-contract.ts'
import { producerMode } from '../documents/documents-required.ts'
import type { Rule, RuleInput, RuleReport } from '../rule.ts'

const FACTS = { severity: 'error', stop: false, looksAt: 'change', owasp: ['MCP08', 'MCP09'] } as const

/** The first change of a kind in each commit, in projects that ship a server. */
function firstPerCommit(input: RuleInput, ...kinds: readonly ExposureKind[]): readonly ExposedChange[] {
  if (input.change === null || producerMode(input.contract) === undefined) return []
  const { set } = input.change
  const first = new Map<ChangedCommit, ExposedChange>()
  for (const change of kinds.flatMap(kind => findExposedChanges(set, input.contract, kind))) {
    if (!first.has(change.commit)) first.set(change.commit, change)
  }
  return [...first.values()]
}

export function commitOf({ id }: ChangedCommit): Pick<RuleReport, 'commit'> {
  return id === null ? {} : { commit: id }
}

/** Commits in which declared capabilities change without their schema. */
export function capabilityWithoutSchema(input: RuleInput): readonly ExposedChange[] {
  return firstPerCommit(input, CAPABILITY_CODE).filter(({ commit }) => !commitUpdates(commit, DOCUMENT_PATHS.capabilities))
}

export const EXPOSURE_DOCUMENTED: Rule = {
  ...FACTS,
  id: 'GOV-COMPANION-001',
  title: 'What a server exposes changes together with its documents',
  why: 'A commit that changes tools or capabilities and leaves the documents for later is the commit after which they are wrong.',
  fix: 'Update docs/mcp/capability-schema.md and docs/mcp/server-spec.md in the same commit.',
  *check(input) {
    const stopped = new Set(capabilityWithoutSchema(input).map(({ commit }) => commit))
    for (const { commit, at } of firstPerCommit(input, CAPABILITY_CODE, TOOL_CODE)) {
      const asked = [...(stopped.has(commit) ? [] : [DOCUMENT_PATHS.capabilities]), DOCUMENT_PATHS.serverSpec]
      const lacking = asked.filter(path => !commitUpdates(commit, path))
      if (lacking.length > 0)
        yield { message: `What the server exposes changes without ${lacking.join(' and ')} in the same commit.`, at, ...commitOf(commit) }
    }
  }
}

export const TRANSPORT_DOCUMENTED: Rule = {
  ...FACTS,
  owasp: ['MCP07', 'MCP08'],
  id: 'GOV-COMPANION-002',
  title: 'Transport and authorization change together with their document',
  why: 'The posture of a server is what its consumers rely on; the code that changes it changes the promise.',
  fix: 'Update docs/mcp/transport-and-auth.md in the same commit, with the risk register or a decision record.',
  *check(input) {
    for (const { commit, at } of firstPerCommit(input, TRANSPORT_CODE)) {
      if (!commitUpdates(commit, DOCUMENT_PATHS.transport)) {
        yield {
          message: `Transport or authorization changes without ${DOCUMENT_PATHS.transport} in the same commit.`,
          at,
          ...commitOf(commit)
        }
      } else if (
        !commitUpdates(commit, DOCUMENT_PATHS.risks) &&
        !commit.files.some(({ path, kind }) => kind !== 'deleted' && path.startsWith('docs/adr/'))
      ) {
        yield {
          message: 'Transport or authorization changes without the risk register or a decision record in the same commit.',
          at,
          ...commitOf(commit)
        }
      }
    }
  }
}

export const TOOLS_REGISTERED: Rule = {
  ...FACTS,
  severity: 'warning',
  id: 'GOV-COMPANION-005',
  title: 'Tools change together with the registry',
  why: 'A tool that is added in code and not in the registry has no tier.',
  fix: 'Update docs/mcp/tool-registry.md in the same range of commits, or suppress this where nothing changed for consumers.',
  *check(input) {
    if (input.change === null) return
    const registered = input.change.set.files.some(({ path, kind }) => path === DOCUMENT_PATHS.registry && kind !== 'deleted')
    for (const { commit, at } of registered ? [] : firstPerCommit(input, TOOL_CODE)) {
      yield { message: `Code of tools changes, and ${DOCUMENT_PATHS.registry} does not.`, at, ...commitOf(commit) }
    }
  }
}
