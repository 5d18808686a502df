import { textsOfFolder } from './files-of.ts'
import type { Texts } from './change-of.ts'

/** An edit of one file: a text that stands there once, or the whole of it; null takes the file away. */
export interface Replacement {
  readonly file: string
  readonly find: string
  readonly replace: string
}

export type Edit = Replacement | { readonly file: string; readonly text: string | null }

/** A rule, and what has to happen to the honest project so that this rule alone fires. */
export interface RuleCase {
  readonly id: string
  readonly about: string
  readonly edits: readonly Edit[]
  /** Made before: the base of a change is the project with them. Given for rules about changes alone. */
  readonly base?: readonly Edit[]
  /** Rules that the same edit cannot help breaking: a stop condition is stricter than a rule of the state. */
  readonly also?: readonly string[]
  /** Where the finding stands, if it is not a line that was edited: what is missing has no line. */
  readonly elsewhere?: { readonly file: string; readonly line: number }
}

export const MANIFEST = 'harness.manifest.yaml'
export const REGISTRY = 'docs/mcp/tool-registry.md'
export const SPEC = 'docs/mcp/server-spec.md'
export const RISKS = 'docs/mcp/risk-register.md'
export const CAPABILITIES = 'docs/mcp/capability-schema.md'
export const PLAN = 'docs/mcp/prompt-injection-test-plan.md'
export const TRANSPORT = 'docs/mcp/transport-and-auth.md'
export const SUPPRESSIONS = '.b10x-governance.yaml'
export const ADR = 'docs/adr/ADR-0001-own-credentials.md'

/** Replaces a text that stands in a file of the project; more than once is a mistake of the case. */
export function edit(file: string, find: string, replace: string): Replacement {
  return { file, find, replace }
}

export function applyEdits(texts: Texts, edits: readonly Edit[]): Texts {
  const after: Record<string, string> = { ...texts }
  for (const change of edits) {
    if ('text' in change) {
      if (change.text === null) delete after[change.file]
      else after[change.file] = change.text
      continue
    }
    const parts = (after[change.file] ?? '').split(change.find)
    if (parts.length !== 2) throw new Error(`${JSON.stringify(change.find)} stands ${parts.length - 1} times in ${change.file}`)
    after[change.file] = parts.join(change.replace)
  }
  return after
}

export function honestTexts(): Texts {
  return textsOfFolder()
}
