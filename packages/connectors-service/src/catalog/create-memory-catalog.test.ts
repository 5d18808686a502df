import { inspect } from 'node:util'
import { expectCode, expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { createFixtureFactory, factsOf } from '../__fixtures__/fixture-factory.ts'
import type { FixtureFactory } from '../__fixtures__/fixture-factory.ts'
import { deploymentOf } from '../__fixtures__/sample-deployment.ts'
import { createServiceBundleBuilder } from '../bundle/create-service-bundle-builder.ts'
import type { JsonObject } from '@b10x/ports'
import type { CallerAuthority, Catalog } from './catalog.ts'
import { createMemoryCatalog } from './create-memory-catalog.ts'

const ANN: CallerAuthority = { tenantId: 'acme', subject: 'user:ann', audience: 'desk', grantSetRevision: '7' }
const OPEN = { expose: true, risk: 'low', idempotency: 'idempotent', approval: 'none', grants: ['g-1'], audiences: ['desk'] }

interface Stage {
  readonly catalog: Catalog
  readonly factory: FixtureFactory
}

/** `mail.read` is open, `mail.send` as given, `news.read` in a second service. */
function openCatalog(send: JsonObject = {}, changes: JsonObject = {}): Stage {
  const factory = createFixtureFactory(factsOf('mail', ['mail.read', 'mail.send']))
  const operations = { 'mail.read': OPEN, 'mail.send': { ...OPEN, ...send } }
  const builder = createServiceBundleBuilder()
    .add(factory, deploymentOf('mail', [], { operations, ...changes }))
    .add(createFixtureFactory(factsOf('news', ['news.read'])), deploymentOf('news', ['news.read']))
  return { catalog: createMemoryCatalog(builder.build()), factory }
}

/** Everything that a caller could tell two refusals apart by. */
function shownOf(error: Error & { readonly details: unknown }): string {
  return JSON.stringify([error, error.message, error.name, Object.keys(error), error.details, error.cause ?? null])
}

describe('what is exposed', () => {
  it('is listed with the facts of profile and deployment', () => {
    const { catalog } = openCatalog({ risk: 'high', idempotency: 'not_idempotent', approval: 'each_call' })
    expect(catalog.list(ANN).map(({ operationRef }) => operationRef)).toEqual(['mail.read', 'mail.send', 'news.read'])
    expect(catalog.list(ANN)[1]).toEqual({
      operationRef: 'mail.send',
      serviceRef: 'mail',
      connectionRef: 'mail-main',
      provider: { id: 'mail-provider', displayName: 'Provider' },
      title: 'Title',
      description: 'In local words.',
      effect: 'read',
      risk: 'high',
      idempotency: 'not_idempotent',
      approval: 'each_call'
    })
    expect(Object.isFrozen(catalog.list(ANN)[0]?.provider)).toBe(true)
  })

  it('is described with its schema and a lease', () => {
    const { catalog } = openCatalog()
    const described = catalog.describe('mail.read', ANN)
    expect(described).toEqual({ ...catalog.list(ANN)[0], inputSchema: { type: 'object' }, lease: described.lease })
    expect(described.lease).toMatch(/^lease:[0-9a-f]{64}$/)
  })

  it('can be invoked with that lease, once', async () => {
    const { catalog, factory } = openCatalog()
    const { lease, connectionRef } = catalog.describe('mail.read', ANN)
    const answered = await catalog.invoke({ operationRef: 'mail.read', connectionRef, lease, arguments: { n: 1 } }, ANN)
    expect(answered.trust).toBe('untrusted')
    expect(factory.invocations).toMatchObject([{ operationRef: 'mail.read', connectionRef: 'mail-main', lease, arguments: { n: 1 }, authority: { policyVersion: '1' } }])
  })

  it('is not called over another Connection: connection_mismatch', async () => {
    const { catalog } = openCatalog()
    const { lease } = catalog.describe('mail.read', ANN)
    await expectCode(catalog.invoke({ operationRef: 'mail.read', connectionRef: 'news-main', lease, arguments: {} }, ANN), 'connection_mismatch')
  })
})

describe('a lease is stale: lease_stale', () => {
  it.each<[string, Partial<CallerAuthority>]>([
    ['for another tenant', { tenantId: 'other' }],
    ['for another subject', { subject: 'user:bob' }],
    ['after a change of grants', { grantSetRevision: '8' }]
  ])('%s', async (_name, changes) => {
    const { catalog } = openCatalog()
    const { lease, connectionRef } = catalog.describe('mail.read', ANN)
    await expectCode(catalog.invoke({ operationRef: 'mail.read', connectionRef, lease, arguments: {} }, { ...ANN, ...changes }), 'lease_stale')
  })

  it('for another audience', async () => {
    const { catalog } = openCatalog({ audiences: ['desk', 'batch'] })
    const { lease, connectionRef } = catalog.describe('mail.send', ANN)
    await expectCode(catalog.invoke({ operationRef: 'mail.send', connectionRef, lease, arguments: {} }, { ...ANN, audience: 'batch' }), 'lease_stale')
  })

  it('under another policy version', async () => {
    const [before, after] = [openCatalog(), openCatalog({}, { policyVersion: '2' })]
    const { lease, connectionRef } = before.catalog.describe('mail.read', ANN)
    await expectCode(after.catalog.invoke({ operationRef: 'mail.read', connectionRef, lease, arguments: {} }, ANN), 'lease_stale')
  })

  it('and is fresh on another replica', async () => {
    const [one, replica] = [openCatalog(), openCatalog()]
    const { lease, connectionRef } = one.catalog.describe('mail.read', ANN)
    await replica.catalog.invoke({ operationRef: 'mail.read', connectionRef, lease, arguments: {} }, ANN)
    expect(replica.factory.invocations).toHaveLength(1)
  })
})

describe.each<[string, JsonObject]>([
  ['expose: false', { expose: false }],
  ['an audience that is not the caller\'s', { audiences: ['batch'] }]
])('%s hides and blocks: operation_not_found', (_name, send) => {
  it('the list does not hold it', () => {
    const { catalog } = openCatalog(send)
    expect(catalog.list(ANN).map(({ operationRef }) => operationRef)).toEqual(['mail.read', 'news.read'])
    expect(inspect(catalog.list(ANN), { depth: 9 })).not.toContain('mail.send')
  })

  it('describe refuses as for one that does not exist, to the byte', () => {
    const { catalog } = openCatalog(send)
    const [hidden, absent] = ['mail.send', 'mail.gone'].map((ref) => expectThrownCode(() => catalog.describe(ref, ANN), 'operation_not_found'))
    expect(shownOf(hidden as NonNullable<typeof hidden>)).toBe(shownOf(absent as NonNullable<typeof absent>))
  })

  it('invoke refuses in the same way, with a lease that was good when it was exposed, and asks nobody', async () => {
    const { lease, connectionRef } = openCatalog().catalog.describe('mail.send', ANN)
    const { catalog, factory } = openCatalog(send)
    const ask = (operationRef: string): Promise<unknown> => catalog.invoke({ operationRef, connectionRef, lease, arguments: {} }, ANN)
    const [hidden, absent] = [await expectCode(ask('mail.send'), 'operation_not_found'), await expectCode(ask('mail.gone'), 'operation_not_found')]
    expect(shownOf(hidden)).toBe(shownOf(absent))
    expect(factory.invocations).toEqual([])
  })
})

describe('nothing is added later', () => {
  it('an operation that the service would know of by then is not in the catalog', () => {
    const facts = factsOf('mail', ['mail.read'])
    const operations = [...facts.operations]
    const factory = createFixtureFactory({ ...facts, operations })
    const catalog = createMemoryCatalog(createServiceBundleBuilder().add(factory, deploymentOf('mail', ['mail.read'])).build())
    operations.push({ operationRef: 'mail.purge', title: 'New', description: 'New.', effect: 'execute', inputSchema: {} })
    expect(catalog.list(ANN).map(({ operationRef }) => operationRef)).toEqual(['mail.read'])
    expectThrownCode(() => catalog.describe('mail.purge', ANN), 'operation_not_found')
  })

  it.each(['__proto__', 'constructor', 'toString', ''])('%j is no operation', (ref) => {
    expectThrownCode(() => openCatalog().catalog.describe(ref, ANN), 'operation_not_found')
  })
})

it('closing the catalog closes the services', async () => {
  const { catalog, factory } = openCatalog()
  await catalog.close()
  expect(factory.closed).toBe(1)
})
