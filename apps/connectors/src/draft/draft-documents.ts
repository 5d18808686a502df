import { DEPLOYMENT_CONTRACT } from '@b10x/connectors-service'
import { ENDPOINT_REF, SERVICE_CONTRACT, serializeServiceProfile } from '@b10x/integration-mcp'
import type { ServiceProfile } from '@b10x/integration-mcp'
import { FOUNDATION_RELEASE, stringifyJson } from '@b10x/mcp-foundation'
import type { ToolSnapshot } from '@b10x/mcp-foundation'

/** References of a draft, all derived from the name of the service. */
export interface DraftRefs {
  readonly serviceRef: string
  readonly connectionRef: string
  /** Null where the service has no credential. */
  readonly credentialRef: string | null
}

export function draftRefs(name: string, hasBearer: boolean): DraftRefs {
  return { serviceRef: name, connectionRef: `${name}-main`, credentialRef: hasBearer ? `${name}-token` : null }
}

/** What stands at an operation that nobody has mapped. It is refused as `tool_unmapped`. */
const UNMAPPED = { operationRef: null, title: null, description: null, effect: null }

/**
 * A profile that nobody can use yet: the complete snapshot, and null for each decision. A build of the foundation that
 * can be pinned is pinned. Nothing that the server says stands outside of the snapshot.
 */
export function draftProfile({ serviceRef, connectionRef, credentialRef }: DraftRefs, snapshot: ToolSnapshot): string {
  const { version, revision, dirty } = FOUNDATION_RELEASE
  const draft = {
    contract: SERVICE_CONTRACT,
    serviceRef,
    connection: { ref: connectionRef, endpointRef: ENDPOINT_REF, ...(credentialRef === null ? {} : { credentialRef }) },
    provider: { displayName: null },
    foundation: revision === null || dirty ? null : { version, revision },
    snapshot,
    operations: snapshot.tools.flatMap(({ name }) => (name === null ? [] : [{ remoteName: name, ...UNMAPPED }]))
  }
  // It is no profile before a person made it one; it is only written like one.
  return serializeServiceProfile(draft as unknown as ServiceProfile)
}

/** A deployment with everything open. Which operations there are is known when the tools are mapped. */
export function draftDeployment({ serviceRef, credentialRef }: DraftRefs): string {
  const draft = {
    contract: DEPLOYMENT_CONTRACT,
    serviceRef,
    policyVersion: null,
    provider: { id: null, displayName: null },
    connection: { endpointRef: ENDPOINT_REF, ...(credentialRef === null ? {} : { credentialRef }) },
    operations: {}
  }
  return `${stringifyJson(draft, 2)}\n`
}
