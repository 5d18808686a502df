import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import type { ApprovalAnswer, ApprovalPort, ApprovalReservation, ApprovalSubject, JsonObject } from '@b10x/ports'
import { canonicalForm } from '../port/canonical-form.ts'

/** An approval that a framework asked its user for. Who decided is known to the host that showed the question. */
export interface FrameworkApproval {
  /** One of a kind: a second call under it is not approved. */
  readonly id: string
  /** The published name. */
  readonly tool: string
  readonly arguments: JsonObject
}

/** Where adapters bring approvals to. */
export interface ApprovedCalls {
  /** Makes a call that reaches an `ApprovalPort` of the same origin under this approval, and no other call does. */
  callApproved<T>(approval: FrameworkApproval, call: () => Promise<T>): Promise<T>
}

/** Both ends: the `ApprovalPort` for whoever governs the tools, the other one for the adapter. */
export interface ApprovalBridge extends ApprovalPort, ApprovedCalls {}

export interface ApprovalBridgeOptions {
  /** Asked about calls that no framework approved. Default: nobody has decided. */
  readonly otherwise?: ApprovalPort
}

/** What was approved, while its call is on its way. */
interface Carried {
  readonly approval: FrameworkApproval
  readonly digest: string
  held: boolean
}

/** Approvals whose spending is remembered. A framework that replays an older one than these must be stopped by its host. */
const MOST_SPENT = 100_000

/** Identifiers as frameworks make them. Others come from a model or a browser and may say anything. */
const PLAIN_ID = /^[\w.:-]{1,96}$/

/**
 * Carries approvals of a framework into the approval step of a tool port. An approval travels with its call, beside the
 * arguments, so nothing that a model writes is one; it holds for the exact arguments, and is spent once.
 */
export function createApprovalBridge({ otherwise }: ApprovalBridgeOptions = {}): ApprovalBridge {
  const calls = new AsyncLocalStorage<Carried>()
  const spent = new Set<string>()

  const spend = (id: string): boolean => {
    if (spent.has(id)) return false
    spent.add(id)
    const [oldest] = spent
    if (spent.size > MOST_SPENT && oldest !== undefined) spent.delete(oldest)
    return true
  }

  const reservationOf = (carried: Carried): ApprovalReservation => {
    carried.held = true
    const { id } = carried.approval
    return {
      id: `framework:${PLAIN_ID.test(id) ? id : hash('sha256', id, 'hex')}`,
      redeem: async () => spend(id),
      release: async () => void (carried.held = false)
    }
  }

  return {
    callApproved: (approval, call) => calls.run({ approval, digest: canonicalForm(approval.arguments), held: false }, call),
    async reserve(subject: ApprovalSubject, signal: AbortSignal): Promise<ApprovalAnswer> {
      const carried = calls.getStore()
      const fits = carried !== undefined && !carried.held && !spent.has(carried.approval.id)
      if (fits && carried.approval.tool === subject.tool && carried.digest === canonicalForm(subject.arguments)) return reservationOf(carried)
      return (await otherwise?.reserve(subject, signal)) ?? 'absent'
    }
  }
}
