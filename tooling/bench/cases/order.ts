// What a measuring process is told, and what it answers.
import type { PeerName, Target } from '../peers/session.ts'

const TURN_MEASURES = ['calls', 'listing', 'serve'] as const

export type TurnMeasure = (typeof TURN_MEASURES)[number]

export type Measure = TurnMeasure | 'large' | 'flood' | 'refresh' | 'fresh-tools' | 'first-call' | 'digests' | 'freeze' | 'verify'
  | 'governed' | 'prepare' | 'egress' | 'prepare-service' | 'serve-flat' | 'serve-memory'

/** True for what is measured in goes. */
export function takesTurns(measure: Measure): measure is TurnMeasure {
  return TURN_MEASURES.some((known) => known === measure)
}

/** Calls or listings of the next go; null: there is none. */
export interface TurnMessage {
  readonly share: number | null
}

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

/**
 * What is measured in several goes, after warming up, so that those it is compared with go in between: a machine that is
 * slower for a while is slower for all of them.
 */
export interface Goes {
  go(share: number): Promise<void>
  /** Of all goes; afterwards nothing is left open. */
  finish(): Promise<Figures>
}
