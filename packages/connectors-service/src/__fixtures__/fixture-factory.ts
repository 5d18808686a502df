import { createHash } from 'node:crypto'
import type { BoundService, LeaseAuthority, OperationBinding, OperationInvocation, ServiceFacts, ServiceFactory, ServiceOperation } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'

/** A verified service that is reached by no network, and what was asked of it. */
export interface FixtureFactory extends ServiceFactory {
  readonly invocations: readonly OperationInvocation[]
  /** How often something of it was bound, and closed. */
  readonly bound: number
  readonly closed: number
}

export function factsOf(serviceRef: string, operationRefs: readonly string[], changes: Partial<ServiceFacts> = {}): ServiceFacts {
  const operations = operationRefs.map((operationRef): ServiceOperation => ({ operationRef, title: 'Title', description: 'In local words.', effect: 'read', inputSchema: { type: 'object' } }))
  const connection = { ref: `${serviceRef}-main`, endpointRef: 'mcp_connection', credentialRef: `${serviceRef}-token` }
  return { serviceRef, provider: { displayName: 'Shown' }, connection, snapshotDigest: `sha256:${'0'.repeat(64)}`, operations, ...changes }
}

/** Binds as the port demands: exactly the reviewed endpoint and credential, and a grant. */
export function createFixtureFactory(facts: ServiceFacts): FixtureFactory {
  const invocations: OperationInvocation[] = []
  const counts = { bound: 0, closed: 0 }
  return {
    facts,
    invocations,
    get bound() {
      return counts.bound
    },
    get closed() {
      return counts.closed
    },
    bind(bindings) {
      for (const { operationRef } of facts.operations) checkBinding(operationRef, facts, bindings[operationRef])
      counts.bound += 1
      return createBound(facts, bindings, invocations, () => (counts.closed += 1))
    }
  }
}

function checkBinding(operation: string, { connection }: ServiceFacts, binding: OperationBinding | undefined): void {
  const part = binding?.endpointRef !== connection.endpointRef ? 'endpoint' : binding.credentialRef !== connection.credentialRef ? 'credential' : binding.grantRefs.length === 0 ? 'grants' : null
  if (part !== null) throw new GovernedError('binding_mismatch', { operation, part })
}

function createBound(facts: ServiceFacts, bindings: BoundService['bindings'], invocations: OperationInvocation[], onClose: () => void): BoundService {
  const leaseOf = (ref: string, authority: LeaseAuthority): string => `lease:${createHash('sha256').update(JSON.stringify([facts.snapshotDigest, ref, facts.connection.ref, authority.seed, authority.policyVersion])).digest('hex')}`
  return {
    facts,
    bindings,
    describe(operationRef, authority) {
      const operation = facts.operations.find((one) => one.operationRef === operationRef)
      if (operation === undefined) throw new GovernedError('operation_not_found', {})
      return { ...operation, connectionRef: facts.connection.ref, lease: leaseOf(operationRef, authority) }
    },
    async invoke(invocation) {
      invocations.push(invocation)
      if (invocation.lease !== leaseOf(invocation.operationRef, invocation.authority)) throw new GovernedError('lease_stale', {})
      if (invocation.connectionRef !== facts.connection.ref) throw new GovernedError('connection_mismatch', {})
      return { result: { content: [] }, outputSchemaViolation: false, trust: 'untrusted' }
    },
    async close() {
      onClose()
    }
  }
}
