import { expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { createFixtureFactory, factsOf } from '../__fixtures__/fixture-factory.ts'
import { deploymentOf } from '../__fixtures__/sample-deployment.ts'
import { createServiceBundleBuilder } from './create-service-bundle-builder.ts'

const REFS = ['mail.read', 'mail.send']
const mail = (): ReturnType<typeof createFixtureFactory> => createFixtureFactory(factsOf('mail', REFS))

describe('a service with its deployment', () => {
  it('is bound to exactly what the deployment names', () => {
    const factory = mail()
    const deployment = deploymentOf('mail', REFS, {}, { grants: ['readers', 'writers'] })
    const { services } = createServiceBundleBuilder().add(factory, deployment).build()
    expect(services).toHaveLength(1)
    expect(services[0]).toMatchObject({ facts: factory.facts, deployment })
    const binding = { endpointRef: 'mcp_connection', credentialRef: 'mail-token', grantRefs: ['readers', 'writers'] }
    expect(services[0]?.bound.bindings).toEqual({ 'mail.read': binding, 'mail.send': binding })
  })

  it('without a credential is bound to none', () => {
    const connection = { ref: 'mail-main', endpointRef: 'mcp_connection' }
    const factory = createFixtureFactory(factsOf('mail', ['mail.read'], { connection }))
    const deployment = deploymentOf('mail', ['mail.read'], { connection: { endpointRef: 'mcp_connection' } })
    const { services } = createServiceBundleBuilder().add(factory, deployment).build()
    expect(services[0]?.bound.bindings).toEqual({ 'mail.read': { endpointRef: 'mcp_connection', grantRefs: ['g-1'] } })
  })

  it('opens nothing when it is added, and is closed with its bundle', async () => {
    const [one, other] = [mail(), createFixtureFactory(factsOf('news', ['news.read']))]
    const builder = createServiceBundleBuilder().add(one, deploymentOf('mail', REFS)).add(other, deploymentOf('news', ['news.read']))
    expect([one.bound, other.bound]).toEqual([0, 0])
    const bundle = builder.build()
    expect(bundle.services.map(({ facts }) => facts.serviceRef)).toEqual(['mail', 'news'])
    await bundle.close()
    expect([one.bound, one.closed, other.bound, other.closed]).toEqual([1, 1, 1, 1])
  })
})

describe('deployment_missing', () => {
  it.each([
    ['none', undefined],
    ['null', null],
    ['that of another service', deploymentOf('news', REFS)]
  ])('%s', (_name, deployment) => {
    const factory = mail()
    const error = expectThrownCode(() => createServiceBundleBuilder().add(factory, deployment), 'deployment_missing')
    expect([error.details, factory.bound]).toEqual([{ service: 'mail' }, 0])
  })

  it('a value that the reader did not give is no deployment', () => {
    const copy = { ...deploymentOf('mail', REFS) }
    expect(() => createServiceBundleBuilder().add(mail(), copy)).toThrow(TypeError)
  })
})

describe('operation_set_mismatch', () => {
  it.each([
    ['one less', ['mail.read'], ['mail.send'], []],
    ['one more', [...REFS, 'mail.purge'], [], ['mail.purge']],
    ['one by another name', ['mail.read', 'mail.post'], ['mail.send'], ['mail.post']],
    ['none', [], REFS, []]
  ])('%s', (_name, deployed, missing, unknown) => {
    const error = expectThrownCode(() => createServiceBundleBuilder().add(mail(), deploymentOf('mail', deployed)), 'operation_set_mismatch')
    expect(error.details).toEqual({ service: 'mail', missing, unknown })
  })

  it('one that is hidden still has to be named', () => {
    const hidden = deploymentOf('mail', REFS, {}, { expose: false })
    expect(createServiceBundleBuilder().add(mail(), hidden).build().services).toHaveLength(1)
  })
})

describe('service_collision: two integrations claim one', () => {
  const NEWS = ['news.read']
  const first = (): ReturnType<typeof createServiceBundleBuilder> => createServiceBundleBuilder().add(mail(), deploymentOf('mail', REFS))

  it.each([
    ['service', 'service', 'mail', factsOf('mail', NEWS, { connection: { ref: 'c2', endpointRef: 'mcp_connection' } }), deploymentOf('mail', NEWS, { provider: { id: 'p2', displayName: 'P' } })],
    ['provider', 'provider', 'mail-provider', factsOf('news', NEWS), deploymentOf('news', NEWS, { provider: { id: 'mail-provider', displayName: 'Other' } })],
    ['Connection', 'authority', 'mail-main', factsOf('news', NEWS, { connection: { ref: 'mail-main', endpointRef: 'mcp_connection', credentialRef: 'news-token' } }), deploymentOf('news', NEWS)],
    ['credential', 'authority', 'mail-token', factsOf('news', NEWS, { connection: { ref: 'news-main', endpointRef: 'mcp_connection', credentialRef: 'mail-token' } }), deploymentOf('news', NEWS)],
    ['operation', 'operation', 'mail.send', factsOf('news', ['news.read', 'mail.send']), deploymentOf('news', ['news.read', 'mail.send'])]
  ])('%s', (_name, kind, ref, facts, deployment) => {
    const factory = createFixtureFactory(facts)
    const builder = first()
    expect(expectThrownCode(() => builder.add(factory, deployment), 'service_collision').details).toEqual({ kind, ref })
    expect(builder.build().services.map((one) => one.facts.serviceRef)).toEqual(['mail'])
    expect(factory.bound).toBe(0)
  })

  it('the other way round, too', () => {
    const builder = createServiceBundleBuilder().add(createFixtureFactory(factsOf('news', ['mail.send'])), deploymentOf('news', ['mail.send']))
    expect(expectThrownCode(() => builder.add(mail(), deploymentOf('mail', REFS)), 'service_collision').details).toEqual({ kind: 'operation', ref: 'mail.send' })
  })

  it('what was refused claims nothing', () => {
    const builder = first()
    const clashing = createFixtureFactory(factsOf('news', ['news.read', 'mail.send']))
    expectThrownCode(() => builder.add(clashing, deploymentOf('news', ['news.read', 'mail.send'])), 'service_collision')
    builder.add(createFixtureFactory(factsOf('news', NEWS)), deploymentOf('news', NEWS))
    expect(builder.build().services).toHaveLength(2)
  })

  it('a Connection and a credential of one name are two things', () => {
    const connection = { ref: 'mail-token', endpointRef: 'mcp_connection', credentialRef: 'mail-main' }
    const deployment = deploymentOf('news', NEWS, { connection: { endpointRef: 'mcp_connection', credentialRef: 'mail-main' } })
    expect(first().add(createFixtureFactory(factsOf('news', NEWS, { connection })), deployment).build().services).toHaveLength(2)
  })

  it('services without a credential share none', () => {
    const builder = createServiceBundleBuilder()
    for (const ref of ['one', 'two']) {
      const facts = factsOf(ref, [`${ref}.read`], { connection: { ref: `${ref}-main`, endpointRef: 'mcp_connection' } })
      builder.add(createFixtureFactory(facts), deploymentOf(ref, [`${ref}.read`], { connection: { endpointRef: 'mcp_connection' } }))
    }
    expect(builder.build().services).toHaveLength(2)
  })
})

describe('binding_mismatch', () => {
  it.each([
    ['endpoint', { endpointRef: 'other', credentialRef: 'mail-token' }],
    ['credential', { endpointRef: 'mcp_connection', credentialRef: 'other-token' }],
    ['credential', { endpointRef: 'mcp_connection' }]
  ])('%s %j', (part, connection) => {
    const builder = createServiceBundleBuilder().add(mail(), deploymentOf('mail', REFS, { connection }))
    expect(expectThrownCode(() => builder.build(), 'binding_mismatch').details).toEqual({ operation: 'mail.read', part })
  })
})

it('a builder builds once', () => {
  const builder = createServiceBundleBuilder()
  builder.build()
  expect(() => builder.build()).toThrow(TypeError)
  expect(() => builder.add(mail(), deploymentOf('mail', REFS))).toThrow(TypeError)
})
