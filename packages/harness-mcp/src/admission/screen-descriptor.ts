import { findFindings } from '@b10x/mcp-foundation'
import type { FindingKind, SnapshotTool } from '@b10x/mcp-foundation'

/** What a person does not see and a model reads, or a terminal obeys. An exact number is no text. */
const UNSEEN: ReadonlySet<FindingKind> = new Set(['invisible_text', 'control_character', 'bidirectional_control', 'lone_surrogate'])

/** In JSON text: anything but visible ASCII, and the escapes of what could be a finding. Most descriptors have neither. */
const SUSPICIOUS = /[^ -~]|\\[bfru]/

/**
 * Whether anything in a descriptor, names of members included, holds characters that are not seen: invisible ones,
 * controls, controls of direction, halves of characters. Emoji may hold what emoji are made of.
 */
export function hasUnseenText(tool: SnapshotTool): boolean {
  if (!SUSPICIOUS.test(JSON.stringify(tool.descriptor))) return false
  const findings = findFindings({ tools: [tool], instructions: null })
  return findings.some(({ kind }) => UNSEEN.has(kind))
}
