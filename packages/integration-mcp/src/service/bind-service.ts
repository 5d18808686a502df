import type { BoundService, OperationBinding, ServiceFacts, ServiceFactory } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { ErrorDetails } from '@b10x/ports/errors'

type Bindings = Readonly<Record<string, OperationBinding>>

/**
 * Ties a verified service to what a deployment gives it. Nothing is opened.
 * @param bindings by operation reference: for each operation the reviewed endpoint and credential, and at least one grant
 * @throws GovernedError `binding_mismatch`
 */
export function bindService(factory: ServiceFactory, bindings: Bindings): BoundService {
  return factory.bind(bindings)
}

/**
 * A copy of the bindings that fits the facts exactly.
 * @throws GovernedError `binding_mismatch` for the first operation that is missing, unknown or tied to something else
 */
export function checkBindings({ operations, connection }: ServiceFacts, bindings: Bindings): Bindings {
  const known = new Set(operations.map(({ operationRef }) => operationRef))
  const unknown = Object.keys(bindings).find((operationRef) => !known.has(operationRef))
  if (unknown !== undefined) throw mismatch(unknown, 'unknown')
  const checked = [...known].map((operationRef) => {
    if (!Object.hasOwn(bindings, operationRef)) throw mismatch(operationRef, 'absent')
    return [operationRef, checkBinding(operationRef, connection, bindings[operationRef])] as const
  })
  return Object.freeze(Object.fromEntries(checked))
}

/** Each member is read once: what was checked is what is kept. */
function checkBinding(operationRef: string, connection: ServiceFacts['connection'], binding: OperationBinding | undefined): OperationBinding {
  if (typeof binding !== 'object' || binding === null) throw mismatch(operationRef, 'absent')
  const { endpointRef, credentialRef, grantRefs } = binding
  if (endpointRef !== connection.endpointRef) throw mismatch(operationRef, 'endpoint')
  if (credentialRef !== connection.credentialRef) throw mismatch(operationRef, 'credential')
  const grants: readonly unknown[] = Array.isArray(grantRefs) ? [...(grantRefs as readonly unknown[])] : []
  if (grants.length === 0 || !grants.every((grant) => typeof grant === 'string' && grant.trim() !== '')) throw mismatch(operationRef, 'grants')
  const kept = { endpointRef, grantRefs: Object.freeze(grants as readonly string[]) }
  return Object.freeze(credentialRef === undefined ? kept : { ...kept, credentialRef })
}

function mismatch(operation: string, part: ErrorDetails['binding_mismatch']['part']): GovernedError<'binding_mismatch'> {
  return new GovernedError('binding_mismatch', { operation, part })
}
