// What a measuring process is told, and what it answers.
import type { PeerName, Target } from '../peers/session.ts'

export type Measure = 'calls' | 'listing' | 'large' | 'flood' | 'refresh' | 'fresh-tools' | 'first-call' | 'digests' | 'freeze' | 'verify'
  | 'governed' | 'prepare' | 'egress' | 'prepare-service' | 'serve' | 'serve-flat' | 'serve-memory'

export interface Order {
  readonly measure: Measure
  readonly peer: Subject
  readonly target: Target
  /** Modules of three folders, each exporting `load`. */
  readonly loadOurs: string
  readonly loadHarness: string
  readonly loadPeers: string
  /** Calls, listings or rounds. */
  readonly count: number
  /** Calls that wait at the same time. */
  readonly concurrency: number
  /** Of the tool whose result is large. */
  readonly tool: string
}

/** A client, or what stands beside one in a case without a server. */
export type Subject = PeerName | 'canonicalize'

/** What was measured, by name; units are part of the names. */
export type Figures = Readonly<Record<string, number>>
