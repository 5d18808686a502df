import type { CallContext, JsonObject, OperationResult, ToolEffect } from '@b10x/ports'
import type { Approval, Idempotency, Risk } from '../deployment/service-deployment.ts'

/** On whose behalf a catalog is asked. Written by the host from what it authenticated, never by a caller. */
export interface CallerAuthority {
  readonly tenantId: string
  readonly subject: string
  /** The audience that the caller came in for: it sees the operations that name it. */
  readonly audience: string
  /** Changes whenever what the caller is granted does. */
  readonly grantSetRevision: string
}

/** What a caller reads of an operation: words and effect are the profile's, the rest is the deployment's. */
export interface CatalogEntry {
  readonly operationRef: string
  readonly serviceRef: string
  readonly connectionRef: string
  readonly provider: { readonly id: string; readonly displayName: string }
  readonly title: string
  readonly description: string
  readonly effect: ToolEffect
  readonly risk: Risk
  readonly idempotency: Idempotency
  readonly approval: Approval
}

/** An entry with the schemas that say what fits, and the proof that it was this that was read. */
export interface CatalogDescription extends CatalogEntry {
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  /** `lease:` and hexadecimal digits. It shows freshness and gives no authority. */
  readonly lease: string
}

/** What a caller sends, with what it was told by `describe`. */
export interface CatalogInvocation {
  readonly operationRef: string
  readonly connectionRef: string
  readonly lease: string
  readonly arguments: JsonObject
}

/**
 * The operations of a bundle, as one caller may see them. What is not exposed, what is for another audience and what
 * does not exist are the same here, to the byte. Nothing is added after the bundle was built.
 */
export interface Catalog {
  /** In the order of the bundle. */
  list(caller: CallerAuthority): readonly CatalogEntry[]
  /** @throws GovernedError `operation_not_found` */
  describe(operationRef: string, caller: CallerAuthority): CatalogDescription
  /**
   * Sends the call once.
   * @throws GovernedError `operation_not_found`, then what `BoundService.invoke` rejects with
   */
  invoke(invocation: CatalogInvocation, caller: CallerAuthority, context?: CallContext): Promise<OperationResult>
  /** Closes the services of the bundle. Idempotent. */
  close(): Promise<void>
}
