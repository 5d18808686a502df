import type { McpTransport } from '@b10x/mcp-foundation'

/** The revisions that the tests ask for, newest first. */
export const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const

export type Revision = (typeof REVISIONS)[number]

/** A server of somebody else's making, in one of its forms. */
export interface Peer {
  readonly name: string
  /** Those that it speaks, newest first; it refuses the other ones of {@link REVISIONS}. */
  readonly speaks: readonly [Revision, ...Revision[]]
  start(): Promise<RunningPeer>
}

export interface RunningPeer {
  /** The way to the server; on stdio each opening starts a process of its own. */
  transport(): McpTransport
  /** Over HTTP: waits until no client holds a connection any more, and tells the sessions that are left. */
  readonly sessionsLeft?: () => Promise<readonly string[]>
  close(): Promise<void>
}
