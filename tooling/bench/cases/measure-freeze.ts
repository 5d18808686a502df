// Without a server: from the tools of a listing to digests, and from bytes to "unchanged".
import { createHash } from 'node:crypto'
import { makeTools } from '../server/corpus.ts'
import type { Load } from '../peers/session.ts'
import { median } from '../report/median.ts'
import type { Figures, Order } from './order.ts'
import { spend, type Spent } from './spend.ts'

interface Foundation {
  readonly parseJson: (text: string) => { readonly tools: readonly unknown[] }
  readonly canonicalize: (value: unknown) => string
  readonly assertSnapshotEqual: (reviewed: unknown, live: unknown) => void
  readonly DEFAULT_BOUNDS: object
}
interface Freezing {
  readonly freezeSnapshot: (listing: object, bounds: object) => { readonly tools: readonly unknown[] }
}
interface Digests {
  readonly digestTool: (canonical: string) => string
  readonly digestSnapshot: (protocolVersion: string, tools: readonly { readonly name: string; readonly digest: string }[]) => string
}

const TEXT = JSON.stringify({ tools: makeTools(1_000) })
/** No entry of the package: files of what is installed. */
const INSIDE = './node_modules/@b10x/mcp-foundation/dist'
const WARM_UP = 40
const FACTS = {
  era: 'modern',
  protocolVersion: '2026-07-28',
  endpoint: { transport: 'streamable-http', url: 'http://127.0.0.1/mcp' },
  authorization: 'none',
  server: null,
  capabilities: {},
  instructions: null
}

/** 1000 parsed tools of 1.4 KB: canonical form, a digest each, one over all. Parsing is not part of it. */
export async function measureDigests(peer: Order['peer'], count: number, loadOurs: Load, loadPeers: Load): Promise<Figures> {
  if (peer === 'ours') {
    const { canonicalize } = (await loadOurs('@b10x/mcp-foundation')) as Foundation
    const { digestTool, digestSnapshot } = (await loadOurs(`${INSIDE}/snapshot/digests.js`)) as Digests
    const digest = (tools: readonly object[]): string =>
      digestSnapshot(FACTS.protocolVersion, tools.map((tool) => ({ name: (tool as { name: string }).name, digest: digestTool(canonicalize(tool)) })))
    return repeat(count, parseTools, digest)
  }
  if (peer === 'raw') return repeat(count, parseTools, (tools) => digestAll(tools, JSON.stringify))
  const { default: canonicalize } = (await loadPeers('canonicalize')) as { readonly default: (value: object) => string }
  return repeat(count, parseTools, (tools) => digestAll(tools, canonicalize))
}

/** The same, and all else that freezing does: bounds, names, a judgement of every schema, order, immutability. */
export async function measureFreeze(count: number, loadOurs: Load): Promise<Figures> {
  const { freeze, parse } = await openFoundation(loadOurs)
  return repeat(count, parse, freeze)
}

function parseTools(): readonly object[] {
  return (JSON.parse(TEXT) as { readonly tools: readonly object[] }).tools
}

/** The bytes of an unchanged listing against a reviewed snapshot: read strictly, freeze, compare. */
export async function measureVerify(count: number, loadOurs: Load): Promise<Figures> {
  const { freeze, parse, assertSnapshotEqual } = await openFoundation(loadOurs)
  const reviewed = freeze(parse())
  return repeat(count, () => null, () => assertSnapshotEqual(reviewed, freeze(parse())))
}

interface OpenFoundation {
  readonly parse: () => readonly unknown[]
  readonly freeze: (descriptors: readonly unknown[]) => unknown
  readonly assertSnapshotEqual: Foundation['assertSnapshotEqual']
}

async function openFoundation(load: Load): Promise<OpenFoundation> {
  const { parseJson, assertSnapshotEqual, DEFAULT_BOUNDS } = (await load('@b10x/mcp-foundation')) as Foundation
  const { freezeSnapshot } = (await load(`${INSIDE}/snapshot/freeze-snapshot.js`)) as Freezing
  return {
    parse: () => parseJson(TEXT).tools,
    freeze: (descriptors) => freezeSnapshot({ ...FACTS, descriptors }, DEFAULT_BOUNDS),
    assertSnapshotEqual
  }
}

function digestAll(tools: readonly object[], write: (tool: object) => string): string {
  const whole = createHash('sha256')
  for (const tool of tools) whole.update(createHash('sha256').update(write(tool)).digest('hex'))
  return whole.digest('hex')
}

async function repeat<Input>(count: number, prepare: () => Input, work: (input: Input) => unknown): Promise<Figures> {
  const spent: Spent[] = []
  const warmUp = Math.min(WARM_UP, count)
  for (let round = 0; round < count + warmUp; round += 1) {
    const input = prepare()
    spent.push(await spend(() => work(input)))
  }
  const counted = spent.slice(warmUp)
  return { cpuMs: median(counted.map(({ cpuMs }) => cpuMs)), wallMs: median(counted.map(({ wallMs }) => wallMs)) }
}
