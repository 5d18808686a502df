import type { ApprovalPort, ApprovalReservation } from '@b10x/ports'

/**
 * Approvals of tier 5: for the tools that are named, both ports have to approve the same call; for all others the first alone.
 * An approval says nothing of who gave it, so that the host has to see to it that no person answers through both ports.
 * @param needsTwo whether a tool, by its published name, takes a second person
 */
export function requireTwoApprovals(first: ApprovalPort, second: ApprovalPort, needsTwo: (tool: string) => boolean): ApprovalPort {
  return {
    async reserve(subject, signal) {
      const one = await first.reserve(subject, signal)
      if (typeof one === 'string' || !needsTwo(subject.tool)) return one
      let other
      try {
        other = await second.reserve(subject, signal)
      } catch (error) {
        await one.release()
        throw error
      }
      if (typeof other !== 'string') return both(one, other)
      await one.release()
      return other
    }
  }
}

function both(one: ApprovalReservation, other: ApprovalReservation): ApprovalReservation {
  return {
    id: JSON.stringify([one.id, other.id]),
    async redeem() {
      // The second is spent even where the first was gone: neither may be used again for this call.
      const [first, second] = [await one.redeem(), await other.redeem()]
      return first && second
    },
    async release() {
      await Promise.all([one.release(), other.release()])
    }
  }
}
