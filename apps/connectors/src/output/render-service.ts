import type { DeployedOperation, ServiceDeployment } from '@b10x/connectors-service'
import type { MappedOperation, ServiceProfile } from '@b10x/integration-mcp'
import { escapeText } from '@b10x/mcp-cli/terminal'
import type { Style } from '@b10x/mcp-cli/terminal'
import type { JsonObject } from '@b10x/mcp-foundation'

/** A service and, where there is one, its deployment, as JSON values. */
export function serviceMembers({ serviceRef, connection, snapshot, operations }: ServiceProfile, deployment: ServiceDeployment | null): JsonObject {
  return {
    service: serviceRef,
    connection: connection.ref,
    protocolVersion: snapshot.protocolVersion,
    snapshotDigest: snapshot.digest,
    operations: operations.map((operation) => operationMembers(operation, decisionFor(operation, deployment))),
    deployment: deployment === null ? null : { policyVersion: deployment.policyVersion, provider: { ...deployment.provider } }
  }
}

function operationMembers({ operationRef, remoteName, effect }: MappedOperation, decision: DeployedOperation | null): JsonObject {
  return {
    operation: operationRef,
    tool: remoteName,
    effect,
    expose: decision?.expose ?? null,
    risk: decision?.risk ?? null,
    idempotency: decision?.idempotency ?? null,
    approval: decision?.approval ?? null
  }
}

/** The same for people. Names of tools are the server's. */
export function renderService(profile: ServiceProfile, deployment: ServiceDeployment | null, style: Style): readonly string[] {
  const { serviceRef, connection, snapshot, operations } = profile
  return [
    `${style.bold(serviceRef)} over ${connection.ref} · ${snapshot.protocolVersion}`,
    ...operations.map((operation) => renderOperation(operation, decisionFor(operation, deployment), style)),
    ...(deployment === null ? [] : [`deployment ${deployment.policyVersion}, provider ${deployment.provider.id}`]),
    `snapshot ${snapshot.digest}`
  ]
}

function renderOperation({ operationRef, remoteName, effect }: MappedOperation, decision: DeployedOperation | null, style: Style): string {
  const decided = decision === null ? '' : `, ${decision.risk} risk, approval ${decision.approval}${decision.expose ? '' : ', hidden'}`
  return `  ${operationRef}  ${effect}${decided}  ${style.dim(escapeText(remoteName))}`
}

function decisionFor({ operationRef }: MappedOperation, deployment: ServiceDeployment | null): DeployedOperation | null {
  return deployment?.operations.find((one) => one.operationRef === operationRef) ?? null
}
