import type { CallContext } from './call-context.ts'
import type { JsonObject, JsonValue } from './json-value.ts'
import type { CredentialRef } from './secret-store.ts'
import type { ToolEffect } from './tool-effect.ts'

/** One reviewed operation of a service, in local words. */
export interface ServiceOperation {
  /** `[a-z][a-z0-9_]*` in dotted parts, at most 128 characters: `weather.forecast`. */
  readonly operationRef: string
  readonly title: string
  readonly description: string
  readonly effect: ToolEffect
  /** Frozen. What the server wrote in it is evidence; it decides nothing but which arguments fit. */
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
}

/** What a service is, as its reviewed profile says. */
export interface ServiceFacts {
  readonly serviceRef: string
  /** For people; who the provider is belongs to the deployment. */
  readonly provider: { readonly displayName: string; readonly homepage?: string }
  readonly connection: { readonly ref: string; readonly endpointRef: string; readonly credentialRef?: CredentialRef }
  /** `sha256:` and hexadecimal digits. */
  readonly snapshotDigest: string
  readonly operations: readonly ServiceOperation[]
}

/** What a deployment ties to one operation. */
export interface OperationBinding {
  readonly endpointRef: string
  readonly credentialRef?: CredentialRef
  /** At least one. */
  readonly grantRefs: readonly string[]
}

/** A verified service at rest: nothing is open and nothing can be called. */
export interface ServiceFactory {
  readonly facts: ServiceFacts
  /**
   * @param bindings by operation reference: exactly the operations of the service
   * @throws GovernedError `binding_mismatch`
   */
  bind(bindings: Readonly<Record<string, OperationBinding>>): BoundService
}

/** Who asks, reduced to what a lease has to notice. */
export interface LeaseAuthority {
  /** A digest over tenant, subject, audience and the revision of the set of grants. */
  readonly seed: string
  readonly policyVersion: string
}

/** An operation as a caller reads it, and the proof that it was this that was read. */
export interface OperationDescription extends ServiceOperation {
  readonly connectionRef: string
  /** `lease:` and hexadecimal digits. It shows freshness and gives no authority. */
  readonly lease: string
}

/** One admitted call. */
export interface OperationInvocation {
  readonly operationRef: string
  readonly connectionRef: string
  readonly lease: string
  readonly arguments: JsonObject
  readonly authority: LeaseAuthority
}

/** The result of MCP, complete: content, structured content and members that nobody knows yet. */
export interface OperationResult {
  readonly result: JsonValue
  /** What the result breaks of the frozen output schema: still JSON, and said. */
  readonly outputSchemaViolation: boolean
  /** The bytes of the result may say anything. */
  readonly trust: 'untrusted'
}

/** A service that grants were tied to. It opens a connection when it is first called, and keeps none for long without a call. */
export interface BoundService {
  readonly facts: ServiceFacts
  readonly bindings: Readonly<Record<string, OperationBinding>>
  /** @throws GovernedError `operation_not_found` */
  describe(operationRef: string, authority: LeaseAuthority): OperationDescription
  /**
   * Sends the call once.
   * @throws GovernedError `lease_stale` and `connection_mismatch` before anything else, `operation_not_found`,
   *   `arguments_invalid`, `operation_failed`, `credential_echoed`, `result_too_large`, `secret_unavailable`,
   *   `snapshot_mismatch`, `outcome_unknown`, and what the egress refuses
   */
  invoke(invocation: OperationInvocation, context?: CallContext): Promise<OperationResult>
  /** Idempotent; nothing is left open. */
  close(): Promise<void>
}
