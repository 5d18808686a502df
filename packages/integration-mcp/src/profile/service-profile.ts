import type { FoundationPin, ToolSnapshot } from '@b10x/mcp-foundation'
import type { CredentialRef, ToolEffect } from '@b10x/ports'

/** The contract identity of a service profile (docs/formats/service-profile.md). */
export const SERVICE_CONTRACT = 'b10x.connector-mcp-service.v1'

/** The one endpoint that a service of this contract has. */
export const ENDPOINT_REF = 'mcp_connection'

/** One tool of the snapshot, in local words. What the server says about it decides nothing of this. */
export interface MappedOperation {
  /** The wire name, exactly. */
  readonly remoteName: string
  readonly operationRef: string
  readonly title: string
  readonly description: string
  readonly effect: ToolEffect
}

/** A reviewed service. It holds no secret, only the names of secrets. */
export interface ServiceProfile {
  readonly contract: typeof SERVICE_CONTRACT
  readonly serviceRef: string
  readonly connection: {
    readonly ref: string
    readonly endpointRef: typeof ENDPOINT_REF
    /** A bearer that goes with every message. Absent: nothing does. */
    readonly credentialRef?: CredentialRef
  }
  /** Facts to show. Who the provider is belongs to the deployment. */
  readonly provider: { readonly displayName: string; readonly homepage?: string }
  /** The one build of the foundation that may run this. Null: any that fits this package. */
  readonly foundation: FoundationPin | null
  readonly snapshot: ToolSnapshot
  /** One per named tool of the snapshot, in its order. */
  readonly operations: readonly MappedOperation[]
}
