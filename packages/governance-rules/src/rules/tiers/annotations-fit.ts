import type { RegisteredTool } from '../../contract/tool-registry.ts'
import type { Rule } from '../rule.ts'
import { compareAnnotations, readIdempotency } from './compare-annotations.ts'
import type { AnnotationHints } from './compare-annotations.ts'
import { toolsOf } from './tier-stated.ts'

export const ANNOTATIONS_FIT: Rule = {
  severity: 'error',
  stop: false,
  looksAt: 'documents',
  owasp: ['MCP03'],
  id: 'GOV-TIER-014',
  title: 'Annotations fit the tier',
  why: 'Hosts show the hints of a tool to people. A hint that contradicts the tier lets a call through that the tier would stop.',
  fix: 'Correct the row "Annotations" and the tool on the wire, or the tier.',
  *check(input) {
    for (const tool of toolsOf(input)) {
      const row = rowOfAnnotations(tool)
      if (row === null || tool.tier === null || tool.tier.value < 0 || tool.tier.value > 5) continue
      const idempotent = tool.idempotency === null ? null : readIdempotency(tool.idempotency.value)
      for (const found of compareAnnotations({ name: tool.name.value, tier: tool.tier.value, idempotent }, readHints(row.value))) {
        yield { message: `The hint ${found.hint} of the tool ${tool.name.value} ${found.message}.`, at: row.at, related: [tool.tier.at] }
      }
    }
  }
}

function rowOfAnnotations(tool: RegisteredTool): { readonly value: string; readonly at: RegisteredTool['at'] } | null {
  return [...tool.fields].find(([label]) => label.toLowerCase().startsWith('annotations'))?.[1] ?? null
}

/** Hints as a row writes them: `readOnlyHint: true, destructiveHint: false`, or a JSON object. */
function readHints(text: string): AnnotationHints {
  const hints: { -readonly [hint in keyof AnnotationHints]: boolean } = {}
  for (const [, name, value] of text
    .slice(0, 4_096)
    .matchAll(/\b(readOnlyHint|destructiveHint|idempotentHint)\b["`]?\s{0,8}[:=]?\s{0,8}["`]?(true|false|yes|no)\b/gi)) {
    const hint = (['readOnlyHint', 'destructiveHint', 'idempotentHint'] as const).find(known => known.toLowerCase() === name?.toLowerCase())
    if (hint !== undefined) hints[hint] = /^(?:true|yes)$/i.test(value ?? '')
  }
  return hints
}
