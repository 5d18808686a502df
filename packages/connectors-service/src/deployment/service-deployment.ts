import type { CredentialRef } from '@b10x/ports'

/** The contract identity of a deployment (docs/formats/service-deployment.md). */
export const DEPLOYMENT_CONTRACT = 'b10x.service-deployment.v1'

/** What goes wrong when an operation is called wrongly. */
export const RISKS = ['low', 'medium', 'high'] as const
export type Risk = (typeof RISKS)[number]

/** Whether the same call twice is the same as once. */
export const IDEMPOTENCIES = ['idempotent', 'not_idempotent'] as const
export type Idempotency = (typeof IDEMPOTENCIES)[number]

/** Whether each call needs an approval of its own. */
export const APPROVALS = ['none', 'each_call'] as const
export type Approval = (typeof APPROVALS)[number]

/** What a deployment decides about one operation. Reference, words and effect are the profile's, and no member is for them. */
export interface DeployedOperation {
  readonly operationRef: string
  /** False hides and blocks: for every caller it is as if the operation did not exist. */
  readonly expose: boolean
  readonly risk: Risk
  readonly idempotency: Idempotency
  readonly approval: Approval
  /** Names of grants; at least one. What a grant admits is its own. */
  readonly grants: readonly string[]
  /** Which audiences see the operation; at least one, compared exactly. */
  readonly audiences: readonly string[]
}

/** All facts of policy of one service. Only `parseServiceDeployment` makes one. */
export interface ServiceDeployment {
  readonly contract: typeof DEPLOYMENT_CONTRACT
  /** The service of a profile: one deployment is for one service. */
  readonly serviceRef: string
  /** Changes with every change of policy that callers have to notice: leases of another version are stale. */
  readonly policyVersion: string
  /** Who the provider is. The identifier is permanent; two services have two. */
  readonly provider: { readonly id: string; readonly displayName: string }
  /** What the service is tied to: exactly what its profile names. */
  readonly connection: { readonly endpointRef: string; readonly credentialRef?: CredentialRef }
  /** In the order of the document. */
  readonly operations: readonly DeployedOperation[]
}
