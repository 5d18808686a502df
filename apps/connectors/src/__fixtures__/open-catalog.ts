import { createMemoryCatalog, createServiceBundleBuilder, parseServiceDeployment } from '@b10x/connectors-service'
import type { Catalog, ServiceDeployment } from '@b10x/connectors-service'
import { createEgress } from '@b10x/egress-undici'
import { ENDPOINT_REF, parseServiceProfile, prepareService, serializeServiceProfile } from '@b10x/integration-mcp'
import type { ServiceProfile } from '@b10x/integration-mcp'
import { connect } from '@b10x/mcp-foundation'
import { httpTransport } from '@b10x/mcp-foundation/http'
import type { JsonObject, ServiceFactory } from '@b10x/ports'
import { createMemorySeal, createMemorySecretStore, startHttpServer } from '@b10x/testkit'
import type { HttpServer, MemorySecretStore, ScriptPart } from '@b10x/testkit'
import { onTestFinished } from 'vitest'
import { refOf } from './command-folder.ts'

export const CALLER = { tenantId: 'acme', subject: 'user:ann', audience: 'desk', grantSetRevision: '7' }

/** A reviewed server and its verified factory, over the real egress. */
export interface Prepared {
  readonly server: HttpServer
  readonly secrets: MemorySecretStore
  readonly profile: ServiceProfile
  readonly factory: ServiceFactory
}

/** Reviews a scripted server as it is: operations `sample.<tool>`, references that begin with the name. */
export async function prepareSample(name: string, changes: Partial<ServiceProfile>, verifiedForMs: number, ...parts: readonly ScriptPart[]): Promise<Prepared> {
  const server = await startHttpServer(...parts)
  onTestFinished(() => server.close())
  const profile = await reviewServer(server.url, name, changes)
  const { ref: connectionRef, credentialRef = '' } = profile.connection
  const endpoint = { connectionRef, endpointRef: ENDPOINT_REF }
  const egress = createEgress({ endpoints: [{ ...endpoint, url: server.url }], development: { loopbackEndpoints: [endpoint] }, onWarning: () => {} })
  onTestFinished(() => egress.close())
  const secrets = createMemorySecretStore({ [credentialRef]: 'canary-token-0123456789' })
  const factory = await prepareService(profile, { egress, secrets, seal: createMemorySeal(), verifiedForMs })
  return { server, secrets, profile, factory }
}

async function reviewServer(url: string, name: string, changes: Partial<ServiceProfile>): Promise<ServiceProfile> {
  const client = await connect(httpTransport(url, { headers: { authorization: 'Bearer canary-token-0123456789' } }))
  try {
    const snapshot = await client.freeze()
    const operations = snapshot.tools.map((tool) => ({ remoteName: tool.name ?? '', operationRef: refOf(tool.name ?? ''), title: 'Ours', description: 'In words of ours.', effect: 'read' as const }))
    const profile: ServiceProfile = {
      contract: 'b10x.connector-mcp-service.v1',
      serviceRef: name,
      connection: { ref: `${name}-main`, endpointRef: ENDPOINT_REF, credentialRef: `${name}-token` },
      provider: { displayName: name },
      foundation: null,
      snapshot,
      operations,
      ...changes
    }
    return parseServiceProfile(serializeServiceProfile(profile), `${name}.json`)
  } finally {
    await client.close()
  }
}

/** A deployment that fits, but for the changes: of the document, and of single operations. */
export function deploymentFor({ serviceRef, connection, operations }: ServiceProfile, changes: JsonObject = {}, decisions: Readonly<Record<string, JsonObject>> = {}): ServiceDeployment {
  const decision = { expose: true, risk: 'low', idempotency: 'idempotent', approval: 'none', grants: ['g-1'], audiences: ['desk'] }
  const { endpointRef, credentialRef } = connection
  const document: JsonObject = {
    contract: 'b10x.service-deployment.v1',
    serviceRef,
    policyVersion: '1',
    provider: { id: `${serviceRef}-provider`, displayName: serviceRef },
    connection: credentialRef === undefined ? { endpointRef } : { endpointRef, credentialRef },
    operations: Object.fromEntries(operations.map(({ operationRef }) => [operationRef, { ...decision, ...decisions[operationRef] }])),
    ...changes
  }
  return parseServiceDeployment(document, 'd.json')
}

export interface OpenCatalog extends Prepared {
  readonly catalog: Catalog
}

export async function openCatalog(decisions: Readonly<Record<string, JsonObject>>, verifiedForMs: number, ...parts: readonly ScriptPart[]): Promise<OpenCatalog> {
  const prepared = await prepareSample('sample', {}, verifiedForMs, ...parts)
  const catalog = createMemoryCatalog(createServiceBundleBuilder().add(prepared.factory, deploymentFor(prepared.profile, {}, decisions)).build())
  onTestFinished(() => catalog.close())
  return { ...prepared, catalog }
}
