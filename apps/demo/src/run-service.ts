import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMemoryCatalog, createServiceBundleBuilder, parseServiceDeployment } from '@b10x/connectors-service'
import type { Catalog, ServiceDeployment } from '@b10x/connectors-service'
import { createEgress } from '@b10x/egress-undici'
import { createEgressExchange, parseServiceProfile, prepareService, serializeServiceProfile } from '@b10x/integration-mcp'
import type { ServiceProfile } from '@b10x/integration-mcp'
import { connect, parseJson, stringifyJson } from '@b10x/mcp-foundation'
import type { ToolSnapshot } from '@b10x/mcp-foundation'
import { exchangeTransport } from '@b10x/mcp-foundation/exchange'
import type { EgressTransport, ServiceFactory } from '@b10x/ports'
import { isGovernedError } from '@b10x/ports/errors'
import { createCertificateAuthority, createMemorySecretStore } from '@b10x/testkit'
import type { Narrator } from './narrate.ts'
import { startStationsServer } from './servers/stations-server.ts'
import type { StationsServer } from './servers/stations-server.ts'

const TOKEN = 'the-token-of-the-stations'
const CONNECTION = { ref: 'stations-main', endpointRef: 'mcp_connection', credentialRef: 'stations-token' } as const
const ENDPOINT = { connectionRef: CONNECTION.ref, endpointRef: CONNECTION.endpointRef }
const CALLER = { tenantId: 'acme', subject: 'user:alice', audience: 'desk', grantSetRevision: '1' }
const VERIFIED_FOR_MS = 10_000

/** What a service is made of here. */
interface Stage {
  readonly server: StationsServer
  readonly url: string
  readonly egress: EgressTransport
  readonly secrets: ReturnType<typeof createMemorySecretStore>
  /** The time of the service, which the story moves on. */
  readonly clock: { time: number; now(): number }
}

/**
 * A remote server becomes a service of a platform: reviewed, decided about, prepared over the governed egress, called by
 * somebody who never sees its token. Then it changes.
 */
export async function runService(folder: string, narrator: Narrator): Promise<void> {
  narrator.chapter('A remote server as a service, over the governed egress')
  const authority = await createCertificateAuthority()
  const server = await startStationsServer(await authority.issue({ names: ['localhost'] }), TOKEN)
  const url = `https://localhost:${server.port}/mcp`
  const egress = openEgress(url, { certificateAuthority: authority.certificate })
  const clock = { time: Date.now(), now: () => clock.time }
  const stage: Stage = { server, url, egress, secrets: createMemorySecretStore({ [CONNECTION.credentialRef]: TOKEN }), clock }
  try {
    const { profile, deployment } = await review(stage, folder, narrator)
    await refuseStranger(stage, profile, narrator)
    const factory = await prepare(stage, profile)
    narrator.check('without a deployment it is not activated', refusalOf(() => createServiceBundleBuilder().add(factory, undefined)) === 'deployment_missing')
    const catalog = createMemoryCatalog(createServiceBundleBuilder().add(factory, deployment).build())
    try {
      await useCatalog(stage, catalog, narrator)
      await refuseDrift(stage, profile, catalog, narrator)
    } finally {
      await catalog.close()
    }
  } finally {
    await egress.close()
    await server.close()
  }
}

function openEgress(url: string, trust: { readonly certificateAuthority?: string }): EgressTransport {
  return createEgress({ endpoints: [{ ...ENDPOINT, url, ...trust }], development: { loopbackEndpoints: [ENDPOINT] }, onWarning: () => {} })
}

/** Two files, by two reviewers, as they would stand under version control. */
async function review(stage: Stage, folder: string, narrator: Narrator): Promise<{ readonly profile: ServiceProfile; readonly deployment: ServiceDeployment }> {
  await mkdir(join(folder, 'stations'))
  const [profileFile, deploymentFile] = ['profile.json', 'deployment.json'].map((name) => join(folder, 'stations', name)) as [string, string]
  await writeFile(profileFile, serializeServiceProfile(profileOf(await listTools(stage))))
  await writeFile(deploymentFile, stringifyJson(DEPLOYMENT, 2))
  const profile = parseServiceProfile(await readFile(profileFile), 'profile.json')
  const deployment = parseServiceDeployment(parseJson(await readFile(deploymentFile, 'utf8')), 'deployment.json')
  for (const { remoteName, operationRef, effect } of profile.operations) narrator.fact('maps', `${remoteName} to ${operationRef} (${effect})`)
  narrator.check('neither file holds the token', !(await readFile(profileFile, 'utf8') + await readFile(deploymentFile, 'utf8')).includes(TOKEN))
  return { profile, deployment }
}

async function listTools({ url, egress, secrets }: Stage): Promise<ToolSnapshot> {
  const exchange = createEgressExchange({ egress, endpoint: ENDPOINT, secrets, credentialRef: CONNECTION.credentialRef, seal: undefined, operationOf: () => 'stations' })
  const client = await connect(exchangeTransport(url, { exchange }), { authorization: 'bearer' })
  try {
    return await client.freeze()
  } finally {
    await client.close()
  }
}

function profileOf(snapshot: ToolSnapshot): ServiceProfile {
  return {
    contract: 'b10x.connector-mcp-service.v1',
    serviceRef: 'stations',
    connection: CONNECTION,
    provider: { displayName: 'Stations' },
    foundation: null,
    snapshot,
    operations: [
      { remoteName: 'read_station', operationRef: 'stations.read', title: 'Read', description: 'What a weather station measures.', effect: 'read' },
      { remoteName: 'reset_station', operationRef: 'stations.reset', title: 'Reset', description: 'Sets a weather station back.', effect: 'write' }
    ]
  }
}

const DEPLOYMENT = {
  contract: 'b10x.service-deployment.v1',
  serviceRef: 'stations',
  policyVersion: '1',
  provider: { id: 'stations-example', displayName: 'Stations Example' },
  connection: { endpointRef: CONNECTION.endpointRef, credentialRef: CONNECTION.credentialRef },
  operations: {
    'stations.read': { expose: true, risk: 'low', idempotency: 'idempotent', approval: 'none', grants: ['readers'], audiences: ['desk'] },
    'stations.reset': { expose: false, risk: 'high', idempotency: 'not_idempotent', approval: 'each_call', grants: ['operators'], audiences: ['desk'] }
  }
}

function prepare({ egress, secrets, clock }: Stage, profile: ServiceProfile): Promise<ServiceFactory> {
  return prepareService(profile, { egress, secrets, clock, verifiedForMs: VERIFIED_FOR_MS })
}

/** The name is right and the address is right; whoever vouches for the certificate is nobody we know. */
async function refuseStranger(stage: Stage, profile: ServiceProfile, narrator: Narrator): Promise<void> {
  const egress = openEgress(stage.url, {})
  try {
    const code = await rejectionOf(() => prepare({ ...stage, egress }, profile))
    narrator.check('a certificate that nobody vouches for is refused', code === 'egress_unreachable')
  } finally {
    await egress.close()
  }
}

async function useCatalog({ server }: Stage, catalog: Catalog, narrator: Narrator): Promise<void> {
  const opened = server.connections
  for (const { operationRef, effect, risk, provider } of catalog.list(CALLER)) narrator.fact('offers', `${operationRef} (${effect}, ${risk} risk) of ${provider.displayName}`)
  const { lease, connectionRef } = catalog.describe('stations.read', CALLER)
  narrator.whole(lease)
  narrator.check('listing and describing open nothing', server.connections === opened)
  const refused = ['stations.reset', 'stations.absent'].map((ref) => refusalOf(() => catalog.describe(ref, CALLER)))
  narrator.check('a hidden operation is refused like an absent one', refused.every((code) => code === 'operation_not_found') && catalog.list(CALLER).length === 1)

  const read = { operationRef: 'stations.read', connectionRef, lease, arguments: { station: 'Bern 7' } }
  const stale = await rejectionOf(() => catalog.invoke(read, { ...CALLER, grantSetRevision: '2' }))
  narrator.check('a lease is stale once the grants of the caller change', stale === 'lease_stale' && server.calls === 0)
  const { result, trust } = await catalog.invoke(read, CALLER)
  const [text = ''] = (result as { readonly content: readonly { readonly text: string }[] }).content.map((block) => block.text)
  narrator.fact('gets', `${text} (${trust})`)
  narrator.check('an operation is invoked, once, with a token nobody saw', server.calls === 1 && text === 'Bern 7: 19 °C')
}

async function refuseDrift(stage: Stage, profile: ServiceProfile, catalog: Catalog, narrator: Narrator): Promise<void> {
  stage.server.pull()
  stage.clock.time += VERIFIED_FOR_MS + 1
  const { lease, connectionRef } = catalog.describe('stations.read', CALLER)
  const code = await rejectionOf(() => catalog.invoke({ operationRef: 'stations.read', connectionRef, lease, arguments: { station: 'Bern 7' } }, CALLER))
  narrator.check('a server that changed is not called any more', code === 'snapshot_mismatch' && stage.server.calls === 1)
  narrator.check('and does not become a service again', (await rejectionOf(() => prepare(stage, profile))) === 'snapshot_mismatch')
}

function refusalOf(work: () => unknown): string {
  try {
    work()
    return 'no refusal'
  } catch (error) {
    if (isGovernedError(error)) return error.code
    throw error
  }
}

async function rejectionOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'no refusal'
  } catch (error) {
    if (isGovernedError(error)) return error.code
    throw error
  }
}
