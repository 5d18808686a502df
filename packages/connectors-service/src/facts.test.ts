// One test per fact and owner of ADR 0020: what a service says of itself beyond its profile decides none of them, and
// what a deployment says of an operation's words is refused.
import type { JsonObject, ServiceFacts } from '@b10x/ports'
import { expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { createFixtureFactory, factsOf } from './__fixtures__/fixture-factory.ts'
import { deploymentOf } from './__fixtures__/sample-deployment.ts'
import { createServiceBundleBuilder } from './bundle/create-service-bundle-builder.ts'
import type { ServiceBundle } from './bundle/service-bundle.ts'
import { createMemoryCatalog } from './catalog/create-memory-catalog.ts'

const CALLER = { tenantId: 'acme', subject: 'user:ann', audience: 'desk', grantSetRevision: '7' }

/** What an integration, a profile or a server could try to say: every fact of a deployment, the other way round. */
const SAYS = {
  risk: 'low',
  idempotency: 'idempotent',
  approval: 'none',
  grants: ['everyone'],
  grantRefs: ['everyone'],
  audiences: ['everyone'],
  expose: true,
  policyVersion: '99',
  provider: { id: 'said', displayName: 'Said' },
  annotations: { readOnlyHint: true, idempotentHint: true }
}
const DECIDED = { expose: true, risk: 'high', idempotency: 'not_idempotent', approval: 'each_call', grants: ['ours'], audiences: ['desk'] }

function loudFacts(): ServiceFacts {
  const { operations, ...facts } = factsOf('mail', ['mail.read', 'mail.hidden'])
  const provider = { displayName: 'Said', id: 'said' }
  return { ...SAYS, ...facts, provider, operations: operations.map((operation) => ({ ...SAYS, ...operation })) }
}

function bundleOf(): ServiceBundle {
  const operations: JsonObject = { 'mail.read': DECIDED, 'mail.hidden': { ...DECIDED, expose: false } }
  return createServiceBundleBuilder().add(createFixtureFactory(loudFacts()), deploymentOf('mail', [], { operations })).build()
}

const entryOf = (): Readonly<Record<string, unknown>> => ({ ...createMemoryCatalog(bundleOf()).list(CALLER)[0] })

describe('the deployment owns', () => {
  it('the identity of the provider', () => {
    expect(entryOf()['provider']).toEqual({ id: 'mail-provider', displayName: 'Provider' })
  })

  it.each([
    ['the risk', 'risk', 'high'],
    ['the idempotency', 'idempotency', 'not_idempotent'],
    ['the approval', 'approval', 'each_call']
  ])('%s', (_name, member, value) => {
    expect(entryOf()[member]).toBe(value)
  })

  it('the grants', () => {
    expect(bundleOf().services[0]?.bound.bindings['mail.read']?.grantRefs).toEqual(['ours'])
  })

  it('the audiences', () => {
    expect(createMemoryCatalog(bundleOf()).list({ ...CALLER, audience: 'everyone' })).toEqual([])
  })

  it('the exposure', () => {
    expect(createMemoryCatalog(bundleOf()).list(CALLER).map(({ operationRef }) => operationRef)).toEqual(['mail.read'])
  })

  it('the policy version of leases', async () => {
    const factory = createFixtureFactory(loudFacts())
    const operations: JsonObject = { 'mail.read': DECIDED, 'mail.hidden': DECIDED }
    const catalog = createMemoryCatalog(createServiceBundleBuilder().add(factory, deploymentOf('mail', [], { operations })).build())
    const { lease, connectionRef } = catalog.describe('mail.read', CALLER)
    await catalog.invoke({ operationRef: 'mail.read', connectionRef, lease, arguments: {} }, CALLER)
    expect(factory.invocations[0]?.authority.policyVersion).toBe('1')
  })

  it('nothing that a caller is told beyond these facts', () => {
    expect(JSON.stringify(entryOf())).not.toMatch(/said|everyone|99|ours|Hint/i)
    const described = createMemoryCatalog(bundleOf()).describe('mail.read', CALLER)
    expect(JSON.stringify(described)).not.toMatch(/said|everyone|"99"|ours|Hint/)
    expect(Object.keys(described)).toEqual(['operationRef', 'serviceRef', 'connectionRef', 'provider', 'title', 'description', 'effect', 'risk', 'idempotency', 'approval', 'inputSchema', 'lease'])
  })
})

describe('the profile owns, and a deployment has no member for', () => {
  it.each(['operationRef', 'remoteName', 'title', 'description', 'effect', 'inputSchema', 'outputSchema'])('%s', (member) => {
    const error = expectThrownCode(() => deploymentOf('mail', ['mail.read'], {}, { [member]: 'none' }), 'member_unknown')
    expect(error.details['pointer']).toBe(`/operations/mail.read/${member}`)
  })

  it.each([
    ['effect', 'read'],
    ['title', 'Title'],
    ['description', 'In local words.'],
    ['connectionRef', 'mail-main'],
    ['serviceRef', 'mail']
  ])('%s, as the catalog shows it', (member, value) => {
    expect(entryOf()[member]).toBe(value)
  })

  it('an operation more than there is, for no deployment can add one', () => {
    expectThrownCode(() => createServiceBundleBuilder().add(createFixtureFactory(factsOf('mail', ['mail.read'])), deploymentOf('mail', ['mail.read', 'mail.admin'])), 'operation_set_mismatch')
  })
})
