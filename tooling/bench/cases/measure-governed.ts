// What authority adds to the client below it, in one process: both in turns, so that what disturbs one disturbs the other.
import type { Load, Target } from '../peers/session.ts'
import { median } from '../report/median.ts'
import type { Figures, Order } from './order.ts'
import { spend, type Spent } from './spend.ts'

interface Foundation {
  readonly connect: (transport: unknown, options?: object) => Promise<{
    freeze(): Promise<unknown>
    callTool(name: string, args: object): Promise<{ readonly kind: string }>
    close(): Promise<void>
  }>
}
interface Http {
  readonly httpTransport: (url: string) => unknown
}
interface Port {
  readonly tools: readonly { readonly name: string }[]
  callTool(name: string, args: object, context?: object): Promise<{ toModelText(): string }>
}
interface Harness {
  readonly connectMcpServer: (name: string, options: object) => Promise<{ readonly tools: unknown; close(): Promise<void> }>
  readonly governTools: (tools: unknown, governance: object) => Port
  readonly toolPolicy: (rules: object) => unknown
}

const HELLO = { text: 'hello' }
const CONTEXT = { actor: 'user:alice', tenantId: 'acme', runId: 'run', toolCallId: 'call' }
const BLOCK = 250
const WARM_UP = 8

/** Small calls with a policy, an approval each, a hook, rows, and the text for a model, beside the client's own. */
export async function measureGovernedCalls(load: Load, { target, count }: Order): Promise<Figures> {
  const harness = (await load('@b10x/harness-mcp')) as Harness
  const client = await openClient(load, target)
  const connection = await harness.connectMcpServer('bench', { url: addressOf(target) })
  let rows = 0
  const port = harness.governTools(connection.tools, {
    toolPolicy: harness.toolPolicy({ approve: ['bench_*'], deny: ['*_delete*'] }),
    approvals: { reserve: () => Promise.resolve({ id: 'approval', redeem: () => Promise.resolve(true), release: () => Promise.resolve() }) },
    hooks: [{ beforeCall: () => undefined, afterCall: () => undefined }],
    audit: { record: () => void (rows += 1) }
  })
  await client.freeze()
  const spent: { readonly direct: Spent; readonly governed: Spent }[] = []
  for (let block = 0; block < count + WARM_UP; block += 1) {
    const direct = await spend(() => repeat(() => client.callTool('echo', HELLO)))
    const governed = await spend(() => repeat(async () => (await port.callTool('bench_echo', HELLO, CONTEXT)).toModelText()))
    if (block >= WARM_UP) spent.push({ direct, governed })
  }
  await client.close()
  await connection.close()
  if (rows !== 2 * BLOCK * (count + WARM_UP)) throw new Error('not every call had its rows')
  return {
    addedCpuMs: median(spent.map(({ direct, governed }) => (governed.cpuMs - direct.cpuMs) / BLOCK)),
    addedWallMs: median(spent.map(({ direct, governed }) => (governed.wallMs - direct.wallMs) / BLOCK))
  }
}

/** From an address to a port of a thousand tools, beside connecting and listing alone. The first time counts apart. */
export async function measurePreparing(load: Load, { target, count }: Order): Promise<Figures> {
  const list = async (): Promise<void> => {
    const client = await openClient(load, target)
    await client.freeze()
    await client.close()
  }
  const prepare = async (): Promise<void> => {
    const { connectMcpServer, governTools } = (await load('@b10x/harness-mcp')) as Harness
    const connection = await connectMcpServer('bench', { url: addressOf(target) })
    if (governTools(connection.tools, {}).tools.length !== 1_000) throw new Error('not every tool was published')
    await connection.close()
  }
  // The client is loaded and has listed once: what the harness adds to it is its own.
  await list()
  const spent: { readonly listed: Spent; readonly prepared: Spent }[] = []
  for (let round = 0; round < count + 1; round += 1) spent.push({ listed: await spend(list), prepared: await spend(prepare) })
  const added = spent.map(({ listed, prepared }) => ({ cpuMs: prepared.cpuMs - listed.cpuMs, wallMs: prepared.wallMs - listed.wallMs }))
  const later = added.slice(1)
  return {
    addedCpuMs: median(later.map(({ cpuMs }) => cpuMs)),
    addedWallMs: median(later.map(({ wallMs }) => wallMs)),
    firstAddedCpuMs: added[0]?.cpuMs ?? Number.NaN,
    firstAddedWallMs: added[0]?.wallMs ?? Number.NaN
  }
}

async function openClient(load: Load, target: Target): ReturnType<Foundation['connect']> {
  const { connect } = (await load('@b10x/mcp-foundation')) as Foundation
  const { httpTransport } = (await load('@b10x/mcp-foundation/http')) as Http
  return connect(httpTransport(addressOf(target)))
}

function addressOf(target: Target): string {
  if (target.kind !== 'http') throw new Error('not over stdio')
  return target.url
}

async function repeat(work: () => Promise<unknown>): Promise<void> {
  for (let count = 0; count < BLOCK; count += 1) await work()
}
