import { ExactNumber } from '../json/exact-number.ts'
import type { JsonValue } from '../json/json-value.ts'
import { escapePointer } from '../json/write-json.ts'
import type { FindingKind, SnapshotFinding, ToolSnapshot } from './tool-snapshot.ts'
import { BIDIRECTIONAL, CONTROL, INVISIBLE } from './unseen-characters.ts'

/**
 * What a reviewer should look at before trusting a snapshot: text that a terminal or a model reads differently from a
 * person, and values that other readers would change. Names of members are looked at like values.
 */
export function findFindings(snapshot: Pick<ToolSnapshot, 'tools' | 'instructions'>): readonly SnapshotFinding[] {
  const findings: SnapshotFinding[] = []
  for (const tool of snapshot.tools) {
    visit(tool.descriptor, '', (kind, pointer) => findings.push({ tool: tool.name, kind, pointer }))
  }
  visit(snapshot.instructions, '/instructions', (kind, pointer) => findings.push({ tool: null, kind, pointer }))
  return findings
}

type Report = (kind: FindingKind, pointer: string) => void

function visit(value: JsonValue, pointer: string, report: Report): void {
  if (typeof value === 'string') return inspectText(value, pointer, report)
  if (value instanceof ExactNumber) return report('exact_number', pointer)
  if (typeof value !== 'object' || value === null) return
  // In canonical order, so that a listing and its file give the same findings.
  for (const [name, member] of Array.isArray(value) ? Object.entries(value) : sortedEntries(value)) {
    const inner = `${pointer}/${escapePointer(name)}`
    if (!Array.isArray(value)) inspectText(name, inner, report)
    visit(member, inner, report)
  }
}

function sortedEntries(object: object): readonly (readonly [string, JsonValue])[] {
  return Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Emoji carry a variation selector and are joined by U+200D: those are seen, and far too usual to report. */
const EMOJI_PARTS =
  /(\p{Extended_Pictographic}|\p{Emoji_Presentation})(?:\ufe0f\u200d(?=\p{Extended_Pictographic})|\ufe0f|\u200d(?=\p{Extended_Pictographic}))|([0-9#*])\ufe0f(?=\u20e3)/gu

function inspectText(text: string, pointer: string, report: Report): void {
  if (CONTROL.test(text)) report('control_character', pointer)
  if (BIDIRECTIONAL.test(text)) report('bidirectional_control', pointer)
  if (!text.isWellFormed()) report('lone_surrogate', pointer)
  const seen = text.replaceAll(new RegExp(BIDIRECTIONAL, 'gu'), '').replaceAll(EMOJI_PARTS, '$1$2')
  if (INVISIBLE.test(seen)) report('invisible_text', pointer)
}
