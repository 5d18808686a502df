import type { ApprovalPort, ApprovalSubject, JsonObject } from '@b10x/ports'

/** What somebody is asked. */
export interface ApprovalRequest {
  readonly id: string
  readonly subject: ApprovalSubject
  /** Milliseconds since 1970-01-01T00:00:00Z. Nobody can say yes or no from then on. */
  readonly expiresAt: number
}

/** A call that is approved before it is made. An {@link ApprovalSubject} is one. Everything given has to be equal, absent actors and tenants too. */
export interface ApprovedCall {
  /** The published name. */
  readonly tool: string
  readonly source: string
  readonly arguments: JsonObject
  /** As `ToolPort.decide` gives it. */
  readonly policyVersion: string
  readonly actor?: string
  readonly tenantId?: string
  /** Where it is not given, the frozen descriptor of the port is taken: it does not change while the port lives. */
  readonly toolDigest?: string
}

/** Approvals in the memory of one process. */
export interface MemoryApprovals extends ApprovalPort {
  /** In the order in which they were asked. */
  pending(): readonly ApprovalRequest[]
  /**
   * Says yes to one call. It is good once, for `ttlMs` from now.
   * @param by who says so: somebody other than the actor of the call, unless `allowSelfApproval`
   * @throws GovernedError `option_invalid` for a request that is not pending, and for the requester
   */
  approve(id: string, by: string): void
  /**
   * Says no: the same call is refused for `ttlMs` from now, without being asked again.
   * @throws GovernedError as `approve`
   */
  deny(id: string, by: string): void
  /**
   * Says yes to a call that nobody has asked for yet. Good once, for `ttlMs` from now.
   * @returns its id, as rows show it
   * @throws GovernedError `option_invalid` for the requester, and where there is no room
   */
  grant(call: ApprovedCall, by: string): string
}
