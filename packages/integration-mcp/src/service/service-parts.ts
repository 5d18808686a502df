import type { JsonObject as FoundationObject, SnapshotTool } from '@b10x/mcp-foundation'
import type { Bounds, Clock, ContentSeal, EgressTransport, SecretStore, ServiceFacts, ServiceOperation } from '@b10x/ports'
import type { ServiceProfile } from '../profile/service-profile.ts'

/** What a service reaches the world with. It owns none of it. */
export interface ServiceOutlets {
  readonly egress: EgressTransport
  readonly secrets: SecretStore
  readonly seal: ContentSeal | undefined
  readonly bounds: Bounds
  readonly clock: Clock
  /** For how long a comparison with the live listing holds, in milliseconds. */
  readonly verifiedForMs: number
}

/** An operation with the tool behind it. */
export interface PreparedOperation {
  readonly facts: ServiceOperation
  readonly tool: SnapshotTool
  readonly remoteName: string
  readonly inputSchema: FoundationObject
}

/** A verified service: values only, nothing open. */
export interface PreparedService {
  readonly profile: ServiceProfile
  readonly facts: ServiceFacts
  readonly operations: ReadonlyMap<string, PreparedOperation>
  readonly outlets: ServiceOutlets
}
