import type { ApprovalSubject, Clock } from '@b10x/ports'

/** One request or approval. */
export interface ApprovalEntry {
  readonly id: string
  state: 'pending' | 'approved' | 'denied' | 'reserved'
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  expiresAt: number
  readonly matches: (subject: ApprovalSubject) => boolean
  /** What was asked, or null where nobody asked. */
  readonly subject: ApprovalSubject | null
  readonly requester: string | undefined
  /** Hears of a decision, where a call waits for it. */
  onDecided: (() => void) | null
}

/** Entries in their order, without those that ran out. */
export interface ApprovalEntries {
  list(): readonly ApprovalEntry[]
  find(wanted: (entry: ApprovalEntry) => boolean): ApprovalEntry | undefined
  /** Null where there is no room. */
  add(entry: ApprovalEntry): ApprovalEntry | null
  /** False where it is not there any more. */
  remove(entry: ApprovalEntry): boolean
  isCurrent(entry: ApprovalEntry): boolean
}

/** @param maxEntries all that are kept; none is dropped for another */
export function createApprovalEntries(clock: Clock, maxEntries: number): ApprovalEntries {
  const entries = new Set<ApprovalEntry>()

  function list(): readonly ApprovalEntry[] {
    const now = clock.now()
    for (const entry of entries) if (entry.expiresAt <= now) entries.delete(entry)
    return [...entries]
  }

  return {
    list,
    find: (wanted) => list().find(wanted),
    add(entry) {
      if (list().length >= maxEntries) return null
      entries.add(entry)
      return entry
    },
    remove: (entry) => entries.delete(entry),
    isCurrent: (entry) => list().includes(entry)
  }
}
