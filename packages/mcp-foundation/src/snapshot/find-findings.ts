import { ExactNumber } from '../json/exact-number.ts'
import type { JsonValue } from '../json/json-value.ts'
import { escapePointer } from '../json/write-json.ts'
import type { FindingKind, SnapshotFinding, ToolSnapshot } from './tool-snapshot.ts'

/**
 * What a reviewer should look at before trusting a snapshot: text that a terminal or a model reads differently from a
 * person, and values that other readers would change. Names of members are looked at like values.
 */
export function findFindings(snapshot: ToolSnapshot): readonly SnapshotFinding[] {
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
  for (const [name, member] of Object.entries(value)) {
    const inner = `${pointer}/${escapePointer(name)}`
    if (!Array.isArray(value)) inspectText(name, inner, report)
    visit(member, inner, report)
  }
}

// Tab, line feed and a carriage return before a line feed are layout; every other C0, DEL and C1 acts on a terminal.
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/u
const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** Emoji carry a variation selector and are joined by U+200D: those are seen, and far too usual to report. */
const EMOJI_PARTS =
  /((?:\p{Extended_Pictographic}|\p{Emoji_Presentation})[\u{1f3fb}-\u{1f3ff}]?)(?:\ufe0f\u200d(?=\p{Extended_Pictographic})|\ufe0f|\u200d(?=\p{Extended_Pictographic}))|([0-9#*])\ufe0f(?=\u20e3)/gu
/** Default ignorable, format, annotation and blank-looking characters (Unicode; bidirectional ones are apart). */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\ufff9-\ufffb\u2800]/u

function inspectText(text: string, pointer: string, report: Report): void {
  if (CONTROL.test(text)) report('control_character', pointer)
  if (BIDIRECTIONAL.test(text)) report('bidirectional_control', pointer)
  if (!text.isWellFormed()) report('lone_surrogate', pointer)
  const seen = text.replaceAll(new RegExp(BIDIRECTIONAL, 'gu'), '').replaceAll(EMOJI_PARTS, '$1$2')
  if (INVISIBLE.test(seen)) report('invisible_text', pointer)
}
