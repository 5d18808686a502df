/** What a fuzz thread is told, and what it tells. */
export type CodecName = 'stdio' | 'http' | 'sse' | 'snapshot' | 'socket' | 'process'

/** How many mutants of a hundred thousand: sockets and processes are slow, and only a sample goes through them. */
export const CODECS: Readonly<Record<CodecName, number>> = { stdio: 100_000, http: 100_000, sse: 100_000, snapshot: 100_000, socket: 1_000, process: 50 }

export interface FuzzOrder {
  readonly codec: CodecName
  readonly seed: number
  /** Number of the first mutant. */
  readonly start: number
  readonly count: number
  readonly stopAtFirst: boolean
  /** Folder of `mcp-foundation` or of a copy of it. */
  readonly foundation: string
  /** Folder of `testkit`, which has the golden messages and the servers. */
  readonly testkit: string
  /** One 32-bit number: the mutant that is being run. */
  readonly progress: SharedArrayBuffer
}

export interface Fault {
  readonly index: number
  readonly rule: string
  readonly about: string
}

export interface CodecTotals {
  readonly done: number
  readonly stillMessages: number
  readonly codes: Readonly<Record<string, number>>
  readonly faults: readonly Fault[]
  readonly slowestMs: number
  readonly slowest: number
  /** Bytes between the first and the last sample after a collection; 0 for runs with fewer than two. */
  readonly heapGrowth: number
  readonly seconds: number
  /** Of a run of one, as bytes in Latin-1. */
  readonly mutant: string
}
