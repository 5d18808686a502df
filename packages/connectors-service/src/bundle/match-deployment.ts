import type { OperationBinding, ServiceFacts } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { isReadDeployment } from '../deployment/parse-service-deployment.ts'
import type { ServiceDeployment } from '../deployment/service-deployment.ts'

/**
 * Holds a deployment to the service that it is for: it exists, it is of this service, and it decides about exactly the
 * operations of the profile.
 * @throws GovernedError `deployment_missing`, `operation_set_mismatch`
 * @throws TypeError for a deployment that was not read
 */
export function matchDeployment({ serviceRef, operations }: ServiceFacts, deployment: ServiceDeployment | null | undefined): ServiceDeployment {
  if (deployment === undefined || deployment === null) throw new GovernedError('deployment_missing', { service: serviceRef })
  if (!isReadDeployment(deployment)) throw new TypeError('A deployment is what parseServiceDeployment gave.')
  if (deployment.serviceRef !== serviceRef) throw new GovernedError('deployment_missing', { service: serviceRef })
  const reviewed = new Set(operations.map(({ operationRef }) => operationRef))
  const deployed = new Set(deployment.operations.map(({ operationRef }) => operationRef))
  const missing = [...reviewed].filter((ref) => !deployed.has(ref))
  const unknown = [...deployed].filter((ref) => !reviewed.has(ref))
  if (missing.length + unknown.length > 0) throw new GovernedError('operation_set_mismatch', { service: serviceRef, missing, unknown })
  return deployment
}

/** What the deployment ties to each operation, for the factory to judge. */
export function bindingsOf({ connection, operations }: ServiceDeployment): Readonly<Record<string, OperationBinding>> {
  return Object.fromEntries(operations.map(({ operationRef, grants }) => [operationRef, { ...connection, grantRefs: grants }]))
}
