import { findNameFloor } from './name-floor.ts'

/** The hints of a tool on the wire (MCP 2025-03-26 and later). They are claims of a server, never a permission. */
export interface AnnotationHints {
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
}

export interface AnnotationContradiction {
  readonly hint: keyof AnnotationHints
  /** What the hint says against the registry, in our words. */
  readonly message: string
}

/**
 * Where the hints of a tool contradict its place in the registry: read-only from Tier 2 on, not read-only at Tier 0,
 * destructive below Tier 2, not destructive where the name says that something is removed, and another idempotency.
 * A hint that is not there contradicts nothing.
 */
export function compareAnnotations(
  tool: { readonly name: string; readonly tier: number; readonly idempotent?: boolean | null },
  hints: AnnotationHints
): readonly AnnotationContradiction[] {
  const found: AnnotationContradiction[] = []
  const add = (hint: keyof AnnotationHints, message: string): void => {
    found.push({ hint, message })
  }
  if (hints.readOnlyHint === true && tool.tier >= 2) add('readOnlyHint', `says read-only, and the tier is ${tool.tier}`)
  if (hints.readOnlyHint === false && tool.tier === 0) add('readOnlyHint', 'says that it changes something, and the tier is 0')
  // A destructive hint has no meaning on a tool that only reads.
  if (hints.readOnlyHint !== true) {
    if (hints.destructiveHint === true && tool.tier < 2) add('destructiveHint', `says destructive, and the tier is ${tool.tier}`)
    const word = findNameFloor(tool.name)?.word
    if (hints.destructiveHint === false && word !== undefined && ['delete', 'destroy', 'drop', 'purge'].includes(word)) {
      add('destructiveHint', `says that nothing is destroyed, and the name says "${word}"`)
    }
    if (typeof tool.idempotent === 'boolean' && hints.idempotentHint !== undefined && hints.idempotentHint !== tool.idempotent) {
      add('idempotentHint', `says ${hints.idempotentHint ? 'idempotent' : 'not idempotent'}, and the registry says otherwise`)
    }
  }
  return found
}

/** Whether a row "Idempotency" says yes or no; null where it says neither. */
export function readIdempotency(text: string): boolean | null {
  if (/^(?:no\b|not\b|non-?idempotent|false\b|never\b)/i.test(text)) return false
  return /^(?:yes\b|true\b|idempotent\b|always\b)/i.test(text) ? true : null
}
