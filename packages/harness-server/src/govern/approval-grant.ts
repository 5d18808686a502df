/**
 * Somebody agreed to one call. It holds for exactly this tool, input, actor, tenant and version of the policy: what is
 * absent here has to be absent there.
 */
export interface ApprovalGrant {
  /** For the audit rows. */
  readonly id: string
  /** The published name. */
  readonly tool: string
  /** As `ToolContext.inputDigest`. */
  readonly inputDigest: string
  readonly policyVersion: string
  readonly actor?: string
  readonly tenantId?: string
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly expiresAt: number
  /** Spends it, atomically; false when it was spent. Where it is absent, `grants` of `governTool` is asked. */
  readonly redeem?: () => boolean | Promise<boolean>
}

/** Where grants are spent that do not know how to spend themselves. */
export interface GrantStore {
  /** Atomic: of any number of calls with one id, one gives true. */
  redeem(id: string): boolean | Promise<boolean>
}
