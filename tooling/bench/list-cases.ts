// Every case as data: what is measured, with which clients, how often. The name is what gates refer to.
import type { Measure, Subject } from './cases/order.ts'
import type { PeerName } from './peers/session.ts'
import type { ToolSet } from './server/answers.ts'

export interface BenchCase {
  readonly name: string
  readonly measure: Measure
  readonly server: 'json' | 'sse' | 'stdio'
  readonly set: ToolSet
  readonly subjects: readonly Subject[]
  readonly concurrency: number
  readonly tool: string
  /** Calls, listings or rounds in one process. */
  readonly count: number
  readonly quickCount: number
  /** Instead of `count`, for clients that get slower with every round. */
  readonly peerCount?: number
  /** Instead of the rounds that were asked for. */
  readonly rounds?: number
}

const EVERY_CLIENT: readonly PeerName[] = ['ours', 'ours-legacy', 'raw', 'sdk1', 'sdk2', 'sdk2-legacy', 'ai-sdk']
const ONE_ERA: readonly PeerName[] = ['ours', 'raw', 'sdk1', 'sdk2', 'ai-sdk']

/** Of the ones that serve. */
const EVERY_SERVER: readonly PeerName[] = ['ours', 'ours-legacy', 'raw', 'sdk1', 'sdk2', 'sdk2-legacy']

const COMMON = { set: 'calls', subjects: EVERY_CLIENT, concurrency: 1, tool: '' } as const
const LARGE = { ...COMMON, measure: 'large', subjects: ONE_ERA, count: 7, quickCount: 2 } as const
const SERVE = { ...COMMON, server: 'json', concurrency: 32 } as const
const FLOOD = { ...COMMON, measure: 'flood', subjects: ONE_ERA, count: 1, quickCount: 1, rounds: 1 } as const

export const CASES: readonly BenchCase[] = [
  { ...COMMON, name: 'json', measure: 'calls', server: 'json', count: 5_000, quickCount: 20 },
  { ...COMMON, name: 'json-c32', measure: 'calls', server: 'json', concurrency: 32, count: 10_000, quickCount: 64 },
  { ...COMMON, name: 'sse', measure: 'calls', server: 'sse', count: 5_000, quickCount: 20 },
  { ...COMMON, name: 'sse-c32', measure: 'calls', server: 'sse', concurrency: 32, count: 10_000, quickCount: 64 },
  { ...COMMON, name: 'stdio', measure: 'calls', server: 'stdio', count: 20_000, quickCount: 20 },
  { ...COMMON, name: 'stdio-c32', measure: 'calls', server: 'stdio', concurrency: 32, count: 40_000, quickCount: 64 },
  { ...COMMON, name: 'list-1-page', measure: 'listing', server: 'json', set: 'thousand-1', count: 12, quickCount: 1 },
  { ...COMMON, name: 'list-20-pages', measure: 'listing', server: 'json', set: 'thousand-20', count: 12, quickCount: 1 },
  { ...COMMON, name: 'digests', measure: 'digests', server: 'json', subjects: ['ours', 'raw', 'canonicalize'], count: 40, quickCount: 1 },
  { ...COMMON, name: 'freeze', measure: 'freeze', server: 'json', subjects: ['ours'], count: 40, quickCount: 1 },
  { ...COMMON, name: 'verify', measure: 'verify', server: 'json', subjects: ['ours'], count: 40, quickCount: 1 },
  { ...LARGE, name: 'large-1-json', server: 'json', tool: 'large-1' },
  { ...LARGE, name: 'large-10-json', server: 'json', tool: 'large-10' },
  { ...LARGE, name: 'large-10-sse', server: 'sse', tool: 'large-10' },
  { ...LARGE, name: 'large-8-stdio', server: 'stdio', tool: 'large-8' },
  { ...FLOOD, name: 'flood-json', server: 'json' },
  { ...FLOOD, name: 'flood-sse', server: 'sse' },
  {
    ...COMMON, name: 'refresh', measure: 'refresh', server: 'json', set: 'refresh', subjects: ONE_ERA, count: 1_000, peerCount: 100, quickCount: 5,
    rounds: 1
  },
  { ...COMMON, name: 'fresh-tools', measure: 'fresh-tools', server: 'json', set: 'thousand-1', subjects: ['ours', 'raw'], count: 200, quickCount: 3 },
  { ...COMMON, name: 'governed', measure: 'governed', server: 'json', subjects: ['ours'], count: 40, quickCount: 2 },
  { ...COMMON, name: 'prepare', measure: 'prepare', server: 'json', set: 'thousand-1', subjects: ['ours'], count: 12, quickCount: 1 },
  { ...COMMON, name: 'egress', measure: 'egress', server: 'json', subjects: ['ours'], count: 40, quickCount: 2 },
  { ...COMMON, name: 'prepare-service', measure: 'prepare-service', server: 'json', set: 'thousand-1', subjects: ['ours'], count: 12, quickCount: 1 },
  { ...COMMON, name: 'first-call', measure: 'first-call', server: 'json', subjects: ONE_ERA, count: 1, quickCount: 1 },
  { ...SERVE, name: 'serve', measure: 'serve', subjects: EVERY_SERVER, count: 10_000, quickCount: 64 },
  { ...SERVE, name: 'serve-flat', measure: 'serve-flat', subjects: ['ours'], count: 20_000, quickCount: 64 },
  { ...SERVE, name: 'serve-memory', measure: 'serve-memory', subjects: ['ours', 'ours-legacy'], count: 100_000, quickCount: 1_000, rounds: 1 }
]
