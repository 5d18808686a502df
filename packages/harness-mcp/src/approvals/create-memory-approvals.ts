import { randomUUID } from 'node:crypto'
import type { ApprovalAnswer, ApprovalSubject, Clock } from '@b10x/ports'
import { invalidOption, refuseUnknownOptions } from '../admission/invalid-option.ts'
import { createApprovalEntries } from './approval-entries.ts'
import type { ApprovalEntries, ApprovalEntry } from './approval-entries.ts'
import type { ApprovalRequest, MemoryApprovals } from './approvals.ts'
import { matchGrant, matchSubject } from './match-approval.ts'
import { reserveEntry } from './reserve-entry.ts'

export interface MemoryApprovalsOptions {
  /** How long a request waits for an answer, and an answer for its call, in milliseconds. Default 10 minutes. */
  readonly ttlMs?: number
  readonly clock?: Clock
  /** A call waits for its answer, at most `ttlMs` and its own deadline. Default: it is refused, and may be made again. */
  readonly wait?: boolean
  /** Who asked may also say yes. Default false. */
  readonly allowSelfApproval?: boolean
  /** Requests and approvals that are kept. More requests are answered `absent`, and are not kept. Default 1 000. */
  readonly maxEntries?: number
  /** Called with each new request. */
  readonly onRequest?: (request: ApprovalRequest) => void
}

const OPTIONS: readonly (keyof MemoryApprovalsOptions)[] = ['ttlMs', 'clock', 'wait', 'allowSelfApproval', 'maxEntries', 'onRequest']

/**
 * Approvals that the host takes and gives, in the memory of this process. Each is spent once, and runs out.
 * @throws GovernedError `option_invalid`
 */
export function createMemoryApprovals(options: MemoryApprovalsOptions = {}): MemoryApprovals {
  refuseUnknownOptions(options, OPTIONS)
  const { ttlMs = 600_000, clock = Date, wait = false, allowSelfApproval = false, maxEntries = 1_000, onRequest } = options
  if (!(Number.isSafeInteger(ttlMs) && ttlMs > 0)) throw invalidOption('ttlMs', 'it is no whole number over 0')
  if (!(Number.isSafeInteger(maxEntries) && maxEntries > 0)) throw invalidOption('maxEntries', 'it is no whole number over 0')
  const entries = createApprovalEntries(clock, maxEntries)

  function decide(id: string, by: string): ApprovalEntry {
    const entry = entries.find((one) => one.id === id && one.state === 'pending')
    if (entry === undefined) throw invalidOption('id', 'no request of that id is pending')
    checkDecider(by, entry.requester)
    entry.expiresAt = clock.now() + ttlMs
    return entry
  }

  function checkDecider(by: string, requester: string | undefined): void {
    if (typeof by !== 'string' || by === '') throw invalidOption('by', 'it is no name')
    if (by === requester && !allowSelfApproval) throw invalidOption('by', 'the one who asked cannot decide')
  }

  function add(entry: Omit<ApprovalEntry, 'id' | 'expiresAt'>): ApprovalEntry | null {
    return entries.add({ ...entry, id: `approval_${randomUUID()}`, expiresAt: clock.now() + ttlMs })
  }

  function ask(subject: ApprovalSubject): ApprovalEntry | null {
    const matches = matchSubject(subject)
    const asked = wait ? undefined : entries.find((entry) => entry.state === 'pending' && entry.matches(subject))
    if (asked !== undefined) return asked
    const entry = add({ state: 'pending', matches, subject, requester: subject.actor, onDecided: null })
    if (entry !== null) onRequest?.(describeRequest(entry, subject))
    return entry
  }

  return Object.freeze<MemoryApprovals>({
    async reserve(subject, signal) {
      const approved = entries.find((entry) => entry.state === 'approved' && entry.matches(subject))
      if (approved !== undefined) return reserveEntry(entries, approved)
      if (entries.find((entry) => entry.state === 'denied' && entry.matches(subject)) !== undefined) return 'denied'
      const entry = ask(subject)
      return entry === null || !wait ? 'absent' : waitForDecision(entries, entry, signal, ttlMs)
    },
    pending: () => entries.list().flatMap((entry) => (entry.state === 'pending' && entry.subject !== null ? [describeRequest(entry, entry.subject)] : [])),
    approve(id, by) {
      const entry = decide(id, by)
      entry.state = 'approved'
      entry.onDecided?.()
    },
    deny(id, by) {
      const entry = decide(id, by)
      entry.state = 'denied'
      entry.onDecided?.()
    },
    grant(call, by) {
      checkDecider(by, call.actor)
      const entry = add({ state: 'approved', matches: matchGrant(call), subject: null, requester: call.actor, onDecided: null })
      if (entry === null) throw invalidOption('maxEntries', 'there is no room for a further approval')
      return entry.id
    }
  })
}

function describeRequest({ id, expiresAt }: ApprovalEntry, subject: ApprovalSubject): ApprovalRequest {
  return Object.freeze({ id, subject, expiresAt })
}

/** A request whose call does not wait any more is withdrawn: an approval of it would lie about for somebody else. */
function waitForDecision(entries: ApprovalEntries, entry: ApprovalEntry, signal: AbortSignal, ttlMs: number): Promise<ApprovalAnswer> {
  return new Promise((resolve) => {
    const end = (answer: ApprovalAnswer): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', withdraw)
      entry.onDecided = null
      resolve(answer)
    }
    const withdraw = (): void => {
      entries.remove(entry)
      end('absent')
    }
    const timer = setTimeout(withdraw, Math.min(ttlMs, 2_147_483_647))
    entry.onDecided = () => end(entry.state === 'approved' ? reserveEntry(entries, entry) : 'denied')
    signal.addEventListener('abort', withdraw, { once: true })
    if (signal.aborted) withdraw()
    // Whoever was told of the request may have decided at once.
    else if (entry.state !== 'pending') entry.onDecided()
  })
}
