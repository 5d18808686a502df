import { checkChange, checkProject, DOCUMENT_PATHS, readContract } from '@b10x/governance-rules'
import type { Finding, ModuleDefinition, ProjectFiles, Report } from '@b10x/governance-rules'
import { GovernedError } from '@b10x/ports/errors'
import { openFolder } from '../files/open-folder.ts'
import { describeTier } from '../policy/describe-tier.ts'
import { everyRule, findRule } from '../verbs/explain-rule.ts'
import { tierOf } from '../verbs/show-tier.ts'

/** What the served tools say about one project. It advises: nothing here changes anything. */
export interface Advice {
  tierOf(tool: string): object
  evaluateCall(tool: string): object
  listRules(): object
  explainRule(id: string): object
  checkProject(): object
  /** Which companions a change of these paths needs, and which are missing; with a base also all that rules say of the range. */
  checkChange(paths: readonly string[], base: string | null): Promise<object>
  /** The text of a known document, or null where the project has none. */
  readDocument(path: string): string | null
}

export const SERVED_DOCUMENTS: readonly string[] = Object.values(DOCUMENT_PATHS)

/** Each question looks at the project as it is then. */
export function createAdvice(root: string, today: () => string): Advice {
  const files = (): ProjectFiles => openFolder(root)
  const find = (tool: string): ReturnType<typeof tierOf> => tierOf(tool, readContract(files()).registry?.tools.find(({ name }) => name.value === tool))
  return {
    tierOf: find,
    evaluateCall(tool) {
      const known = find(tool)
      const tier = known.tier ?? known.atLeast
      return { tool, tier, decision: decisionOf(known.registered ? tier : null), demands: known.registered ? describeTier(tier) : describeTier(null) }
    },
    listRules: () => ({ rules: everyRule().map(({ id, title, severity, stop }) => ({ id, title, severity, stop })) }),
    explainRule(id) {
      const rule = findRule(id.toUpperCase())
      if (rule === null) throw new GovernedError('usage_invalid', { hint: 'there is no rule of that id' })
      return rule
    },
    checkProject: () => plainReport(checkProject({ files: files(), today: today() })),
    async checkChange(paths, base) {
      const companions = companionsOf(paths, readContract(files()).modules)
      if (base === null) return { companions, report: null }
      const { openGit } = await import('../process/run-git.ts')
      const { readRange } = await import('../history/read-change.ts')
      return { companions, report: plainReport(checkChange(readRange(openGit(root), base), { today: today() })) }
    },
    readDocument: (path) => (SERVED_DOCUMENTS.includes(path) ? files().read(path) : null)
  }
}

/** As a policy of tiers decides without anything else being known: see `createTierPolicy`. */
function decisionOf(tier: number | null): 'allow' | 'approval' | 'deny' {
  if (tier === null) return 'deny'
  return tier <= 2 ? 'allow' : 'approval'
}

interface Companions {
  readonly rule: string
  readonly triggeredBy: readonly string[]
  readonly needsAnyOf: readonly string[]
  readonly satisfied: boolean
}

function companionsOf(paths: readonly string[], modules: readonly ModuleDefinition[]): readonly Companions[] {
  const fits = (patterns: readonly string[]) => (path: string): boolean => patterns.some((pattern) => new RegExp(pattern, 'u').test(path.slice(0, 4_096)))
  return modules.flatMap(({ companionRules }) => companionRules).flatMap(({ name, triggers, needsAnyOf }) => {
    const triggeredBy = paths.filter(fits(triggers))
    return triggeredBy.length === 0 ? [] : [{ rule: name, triggeredBy, needsAnyOf, satisfied: paths.some(fits(needsAnyOf)) }]
  })
}

function plainReport({ modes, findings, summary, stopped }: Report): object {
  return { modes: modes.map(({ mode }) => mode), summary, stopped, findings: findings.map(plainFinding) }
}

function plainFinding({ ruleId, severity, message, at, fix, stop }: Finding): object {
  return { ruleId, severity, message, file: at.file, line: at.line, fix, stop }
}
