import type { CapabilitySection } from '../../contract/governance-documents.ts'
import { rowOf } from '../transport/declared-transports.ts'

const UNUSED = /^(?:no|none|never|not used|unused|not|n\/a|-|–|—)\b|^[-–—]?$/i

/** Whether a section says that the server asks its client for something: a declaration first, then what triggers it. */
export function asksClient(section: CapabilitySection): boolean {
  if (section.side !== 'client') return false
  if (section.declared !== null) return section.declared.value
  const trigger = rowOf(section.fields, /trigger|when/i)
  // A blank that was left in says neither.
  return trigger !== null && !trigger.value.includes('[[') && !UNUSED.test(trigger.value)
}
