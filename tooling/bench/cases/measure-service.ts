// What the adapter of services and the egress add to the client below them, in one process and on warm connections, TLS off.
import type { Load, Target } from '../peers/session.ts'
import { median } from '../report/median.ts'
import type { Figures, Order } from './order.ts'
import { spend, type Spent } from './spend.ts'

interface Snapshot {
  readonly tools: readonly { readonly name: string | null }[]
}
interface Client {
  freeze(): Promise<Snapshot>
  callTool(name: string, args: object): Promise<{ readonly kind: string }>
  close(): Promise<void>
}
interface Parts {
  readonly connect: (transport: unknown, options?: object) => Promise<Client>
  readonly httpTransport: (url: string, options?: object) => unknown
  readonly exchangeTransport: (url: string, options: object) => unknown
  readonly createEgress: (options: object) => Egress
  readonly createEgressExchange: (options: object) => unknown
  readonly prepareService: (profile: object, options: object) => Promise<{ readonly facts: { readonly operations: readonly unknown[] } }>
}
interface Egress {
  close(): Promise<void>
}

const HELLO = { text: 'hello' }
const TOKEN = 'a-token-of-some-length'
const ENDPOINT = { connectionRef: 'bench', endpointRef: 'mcp_connection' }
const BLOCK = 250
const WARM_UP = 8
/** Lends the same token for each message, as a store with a cache does. */
const SECRETS = { withSecret: async (_ref: string, use: (secret: object) => Promise<unknown>): Promise<unknown> => use({ reveal: () => TOKEN }) }

/** Small calls with a bearer through adapter and egress, beside the client's own with the same header. */
export async function measureEgressCalls(load: Load, { target, count }: Order): Promise<Figures> {
  const parts = await loadParts(load)
  const url = addressOf(target)
  const egress = openEgress(parts, url)
  const direct = await parts.connect(parts.httpTransport(url, { headers: { authorization: `Bearer ${TOKEN}` } }))
  const exchange = parts.createEgressExchange({ egress, endpoint: ENDPOINT, secrets: SECRETS, credentialRef: 'token', seal: undefined, operationOf: () => 'bench' })
  const governed = await parts.connect(parts.exchangeTransport(url, { exchange }), { authorization: 'bearer' })
  const spent: { readonly direct: Spent; readonly governed: Spent }[] = []
  const times: { readonly direct: number[]; readonly governed: number[] } = { direct: [], governed: [] }
  for (let block = 0; block < count + WARM_UP; block += 1) {
    const isWarm = block >= WARM_UP
    const one = { direct: await spend(() => repeat(direct, isWarm ? times.direct : [])), governed: await spend(() => repeat(governed, isWarm ? times.governed : [])) }
    if (isWarm) spent.push(one)
  }
  await direct.close()
  await governed.close()
  await egress.close()
  return {
    addedP50Ms: median(times.governed) - median(times.direct),
    cpuPerDirect: median(spent.map((one) => one.governed.cpuMs / one.direct.cpuMs))
  }
}

/** A verified service of a thousand tools, beside connecting and listing alone. */
export async function measurePreparingService(load: Load, { target, count }: Order): Promise<Figures> {
  const parts = await loadParts(load)
  const url = addressOf(target)
  const egress = openEgress(parts, url)
  const list = async (): Promise<Snapshot> => {
    const client = await parts.connect(parts.httpTransport(url))
    const snapshot = await client.freeze()
    await client.close()
    return snapshot
  }
  const profile = profileOf(await list())
  const prepare = async (): Promise<void> => {
    const { facts } = await parts.prepareService(profile, { egress, secrets: SECRETS })
    if (facts.operations.length !== 1_000) throw new Error('not every tool became an operation')
  }
  const added: number[] = []
  for (let round = 0; round < count; round += 1) {
    const listed = await spend(list)
    added.push((await spend(prepare)).wallMs - listed.wallMs)
  }
  await egress.close()
  return { addedWallMs: median(added), mostAddedWallMs: Math.max(...added) }
}

function profileOf(snapshot: Snapshot): object {
  return {
    contract: 'b10x.connector-mcp-service.v1',
    serviceRef: 'bench',
    connection: { ref: ENDPOINT.connectionRef, endpointRef: ENDPOINT.endpointRef, credentialRef: 'token' },
    provider: { displayName: 'Bench' },
    foundation: null,
    snapshot,
    operations: snapshot.tools.map(({ name }) => ({ remoteName: name, operationRef: `bench.${name}`, title: 'Search', description: 'Searches.', effect: 'read' }))
  }
}

async function loadParts(load: Load): Promise<Parts> {
  const modules = ['@b10x/mcp-foundation', '@b10x/mcp-foundation/http', '@b10x/mcp-foundation/exchange', '@b10x/egress-undici', '@b10x/integration-mcp']
  return Object.assign({}, ...(await Promise.all(modules.map(load)))) as Parts
}

function openEgress({ createEgress }: Parts, url: string): Egress {
  return createEgress({ endpoints: [{ ...ENDPOINT, url }], development: { loopbackEndpoints: [ENDPOINT] }, onWarning: () => {} })
}

function addressOf(target: Target): string {
  if (target.kind !== 'http') throw new Error('not over stdio')
  return target.url
}

async function repeat(client: Client, times: number[]): Promise<void> {
  for (let count = 0; count < BLOCK; count += 1) {
    const from = performance.now()
    await client.callTool('echo', HELLO)
    times.push(performance.now() - from)
  }
}
