import type { ApprovalReservation } from '@b10x/ports'
import type { ApprovalEntries, ApprovalEntry } from './approval-entries.ts'

/** Holds an approval for one call. Nothing waits in between, so it is spent once. */
export function reserveEntry(entries: ApprovalEntries, entry: ApprovalEntry): ApprovalReservation {
  entry.state = 'reserved'
  let held = true
  return Object.freeze<ApprovalReservation>({
    id: entry.id,
    async redeem() {
      if (!held || !entries.isCurrent(entry)) return false
      held = false
      return entries.remove(entry)
    },
    async release() {
      if (!held) return
      held = false
      entry.state = 'approved'
    }
  })
}
