/** A catalog over real integrations and the real egress: what a host has in its hands, and what nobody gets out of it. */
import { createServiceBundleBuilder } from '@b10x/connectors-service'
import type { OperationResult } from '@b10x/ports'
import { expectCode, expectThrownCode, tool } from '@b10x/testkit'
import type { ScriptPart } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { CALLER, deploymentFor, openCatalog, prepareSample } from './__fixtures__/open-catalog.ts'
import type { OpenCatalog } from './__fixtures__/open-catalog.ts'

const TOOLS: ScriptPart = { tools: [tool('read'), tool('write')], results: { read: { content: [{ type: 'text', text: 'A note.' }] } } }
const GROWN: ScriptPart = { tools: [tool('read'), tool('write'), tool('purge')] }
const LONG = 60_000

const call = ({ catalog }: OpenCatalog, operationRef: string): Promise<OperationResult> => {
  const { lease, connectionRef } = catalog.describe(operationRef, CALLER)
  return catalog.invoke({ operationRef, connectionRef, lease, arguments: {} }, CALLER)
}

describe('an exposed operation', () => {
  it('is listed, described and invoked once, with the bearer of its deployment', async () => {
    const open = await openCatalog({}, LONG, TOOLS)
    expect(open.catalog.list(CALLER).map(({ operationRef, effect, risk }) => [operationRef, effect, risk])).toEqual([['sample.read', 'read', 'low'], ['sample.write', 'read', 'low']])
    expect((await call(open, 'sample.read')).result).toMatchObject({ content: [{ type: 'text', text: 'A note.' }] })
    expect(open.server.count('tools/call')).toBe(1)
    expect(open.server.requests.at(-1)?.headers['authorization']).toBe('Bearer canary-token-0123456789')
  })

  it('opens nothing while it is only registered', async () => {
    const open = await openCatalog({}, LONG, TOOLS)
    const [sockets, loans] = [open.server.socketsOpened, open.secrets.loans.length]
    open.catalog.list(CALLER)
    open.catalog.describe('sample.read', CALLER)
    await expectCode(open.catalog.invoke({ operationRef: 'sample.read', connectionRef: 'sample-main', lease: 'lease:00', arguments: {} }, CALLER), 'lease_stale')
    expect([open.server.socketsOpened, open.secrets.loans.length]).toEqual([sockets, loans])
  })
})

describe('refused before anything is sent', () => {
  it('a lease of a caller whose grants changed: lease_stale', async () => {
    const { catalog, server } = await openCatalog({}, LONG, TOOLS)
    const { lease, connectionRef } = catalog.describe('sample.read', CALLER)
    await expectCode(catalog.invoke({ operationRef: 'sample.read', connectionRef, lease, arguments: {} }, { ...CALLER, grantSetRevision: '8' }), 'lease_stale')
    expect(server.count('tools/call')).toBe(0)
  })

  it('another Connection: connection_mismatch', async () => {
    const { catalog, server } = await openCatalog({}, LONG, TOOLS)
    const { lease } = catalog.describe('sample.read', CALLER)
    await expectCode(catalog.invoke({ operationRef: 'sample.read', connectionRef: 'other-main', lease, arguments: {} }, CALLER), 'connection_mismatch')
    expect(server.count('tools/call')).toBe(0)
  })

  it('expose: false, as if there were no such operation', async () => {
    const exposed = await openCatalog({}, LONG, TOOLS)
    const { lease, connectionRef } = exposed.catalog.describe('sample.write', CALLER)
    const { catalog, server } = await openCatalog({ 'sample.write': { expose: false } }, LONG, TOOLS)
    expect(catalog.list(CALLER).map(({ operationRef }) => operationRef)).toEqual(['sample.read'])
    const refusals = await Promise.all(
      ['sample.write', 'sample.absent'].map(async (operationRef) => [
        expectThrownCode(() => catalog.describe(operationRef, CALLER), 'operation_not_found'),
        await expectCode(catalog.invoke({ operationRef, connectionRef, lease, arguments: {} }, CALLER), 'operation_not_found')
      ])
    )
    expect(JSON.stringify(refusals[0])).toBe(JSON.stringify(refusals[1]))
    expect(server.count('tools/call')).toBe(0)
  })
})

describe('a tool that appears later', () => {
  it('is no operation while the last comparison holds', async () => {
    const open = await openCatalog({}, LONG, TOOLS)
    await call(open, 'sample.read')
    open.server.become(GROWN)
    expect(open.catalog.list(CALLER)).toHaveLength(2)
    for (const ref of ['sample.purge', 'purge']) {
      expectThrownCode(() => open.catalog.describe(ref, CALLER), 'operation_not_found')
      await expectCode(open.catalog.invoke({ operationRef: ref, connectionRef: 'sample-main', lease: 'lease:00', arguments: {} }, CALLER), 'operation_not_found')
    }
    expect(open.server.count('tools/call')).toBe(1)
  })

  it('ends all calls with the next comparison: snapshot_mismatch, and nothing is called', async () => {
    const open = await openCatalog({}, 1, TOOLS)
    open.server.become(GROWN)
    await expectCode(call(open, 'sample.read'), 'snapshot_mismatch')
    expect(open.catalog.list(CALLER)).toHaveLength(2)
    expect(open.server.count('tools/call')).toBe(0)
  })
})

describe('two real integrations', () => {
  it.each([
    ['service', 'first', { serviceRef: 'first' }, {}],
    ['provider', 'first-provider', {}, { provider: { id: 'first-provider', displayName: 'Second' } }],
    ['authority', 'first-main', { connection: { ref: 'first-main', endpointRef: 'mcp_connection', credentialRef: 'second-token' } }, {}],
    ['authority', 'first-token', { connection: { ref: 'second-main', endpointRef: 'mcp_connection', credentialRef: 'first-token' } }, {}],
    ['operation', 'sample.read', {}, {}]
  ] as const)('service_collision: %s %s', async (kind, ref, changes, deployed) => {
    const first = await prepareSample('first', {}, LONG, { tools: [tool('read')] })
    const second = await prepareSample('second', changes, LONG, { tools: [tool(kind === 'operation' ? 'read' : 'other')] })
    const builder = createServiceBundleBuilder().add(first.factory, deploymentFor(first.profile))
    const error = expectThrownCode(() => builder.add(second.factory, deploymentFor(second.profile, deployed)), 'service_collision')
    expect(error.details).toEqual({ kind, ref })
    await builder.build().close()
  })

  it('stand side by side where they claim different names', async () => {
    const first = await prepareSample('first', {}, LONG, { tools: [tool('read')] })
    const second = await prepareSample('second', {}, LONG, { tools: [tool('other')] })
    const bundle = createServiceBundleBuilder().add(first.factory, deploymentFor(first.profile)).add(second.factory, deploymentFor(second.profile)).build()
    expect(bundle.services.map(({ facts }) => facts.serviceRef)).toEqual(['first', 'second'])
    await bundle.close()
  })
})

describe('a real factory', () => {
  it('without a deployment is not activated: deployment_missing', async () => {
    const { factory } = await prepareSample('sample', {}, LONG, TOOLS)
    expectThrownCode(() => createServiceBundleBuilder().add(factory, undefined), 'deployment_missing')
  })

  it.each([
    ['endpoint', { connection: { endpointRef: 'other', credentialRef: 'sample-token' } }],
    ['credential', { connection: { endpointRef: 'mcp_connection', credentialRef: 'other-token' } }],
    ['credential', { connection: { endpointRef: 'mcp_connection' } }]
  ])('is bound to what was reviewed alone: binding_mismatch, %s', async (part, changes) => {
    const { factory, profile } = await prepareSample('sample', {}, LONG, TOOLS)
    const error = expectThrownCode(() => createServiceBundleBuilder().add(factory, deploymentFor(profile, changes)).build(), 'binding_mismatch')
    expect(error.details).toEqual({ operation: 'sample.read', part })
  })
})
