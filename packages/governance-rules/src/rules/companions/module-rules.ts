import { findInLine, touches, updates, matchesAny } from '../../companion/match-paths.ts'
import type { ChangedFile } from '../../companion/change-set.ts'
import type { SourcePosition } from '../../contract/source-position.ts'
import { adoptedModules } from '../documents/documents-required.ts'
import type { Rule } from '../rule.ts'

const MAX_RELATED = 16
const FACTS = { severity: 'error', stop: false, looksAt: 'change', owasp: ['MCP08'] } as const

export const COMPANION_MISSING: Rule = {
  ...FACTS,
  id: 'GOV-COMPANION-003',
  title: 'The companion that a module asks for changes too',
  why: 'A module says which documents a change has to take along, so that somebody looks at the risk and not only at the code.',
  fix: 'Change one of the documents that are named, in any commit of the range.',
  *check({ contract, change }) {
    for (const rule of change === null ? [] : adoptedModules(contract).flatMap(({ companionRules }) => companionRules)) {
      const triggers = change?.set.files.filter(file => touches(file, rule.triggers)) ?? []
      const [first, ...others] = triggers
      // A rule whose companions cannot be read is a fault of its module, and asks for nothing.
      if (first === undefined || rule.needsAnyOf.length === 0 || change?.set.files.some(file => updates(file, rule.needsAnyOf)) === true)
        continue
      yield {
        message: describeMissing(first, others, rule.needsAnyOf),
        at: placeOf(first),
        related: [...others.slice(0, MAX_RELATED).map(placeOf), ...(rule.at === null ? [] : [rule.at])]
      }
    }
  }
}

export const SENSITIVE_ALONE: Rule = {
  ...FACTS,
  id: 'GOV-COMPANION-006',
  title: 'No sensitive path of a server changes alone',
  why: 'Whatever a module names as sensitive triggers its companion rule, also where the rule itself does not list the file.',
  fix: 'Change one of the documents that are named, in any commit of the range.',
  *check({ contract, change }) {
    const module = change === null ? undefined : adoptedModules(contract).find(({ id }) => id === 'architectures/mcp-server')
    if (module === undefined || change === null) return
    const triggers = module.companionRules.flatMap(rule => rule.triggers)
    const companions = [...new Set(module.companionRules.flatMap(({ needsAnyOf }) => needsAnyOf))]
    const [first, ...others] = change.set.files.filter(file => touches(file, module.sensitivePaths) && !touches(file, triggers))
    if (first === undefined || companions.length === 0 || change.set.files.some(file => updates(file, companions))) return
    yield { message: describeMissing(first, others, companions), at: placeOf(first), related: others.slice(0, MAX_RELATED).map(placeOf) }
  }
}

export const FORBIDDEN_TEXT: Rule = {
  ...FACTS,
  owasp: ['MCP01', 'MCP05'],
  id: 'GOV-COMPANION-004',
  title: 'No text is added that a module forbids',
  why: 'A module names text that must not come in; what is already there is not asked about.',
  fix: 'Take the line out, or change the module in a commit of its own.',
  *check({ contract, change }) {
    for (const forbidden of change === null ? [] : adoptedModules(contract).flatMap(({ forbiddenPatterns }) => forbiddenPatterns)) {
      for (const file of change?.set.files ?? []) {
        if (forbidden.paths.length > 0 && !matchesAny(forbidden.paths, file.path)) continue
        for (const { line, text } of file.addedLines ?? []) {
          const index = findInLine(forbidden.pattern, text)
          if (index < 0) continue
          yield {
            message: `A line was added that a module forbids${forbidden.reason === '' ? '.' : `: ${forbidden.reason}`}`,
            at: { file: file.path, line, column: index + 1 },
            related: forbidden.at === null ? [] : [forbidden.at]
          }
        }
      }
    }
  }
}

function describeMissing(first: ChangedFile, others: readonly ChangedFile[], companions: readonly string[]): string {
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return `${first.path}${more} changed, and none of the companions did: ${companions.map(plainPattern).join(', ')}.`
}

function placeOf(file: ChangedFile): SourcePosition {
  return { file: file.path, line: file.addedLines?.[0]?.line ?? 1, column: 1 }
}

/** A pattern as people read it: `^docs/mcp/risk-register\.md$` is `docs/mcp/risk-register.md`. */
function plainPattern(source: string): string {
  return source.replace(/^\^/, '').replace(/\$$/, '').replaceAll('\\', '')
}
