import type { McpClient } from '@b10x/mcp-foundation'
import type { ConnectionEvent } from '../admission/admitted-tools.ts'

/** What happened on a connection since it was asked last. */
export interface ConnectionLog {
  add(event: ConnectionEvent): void
  /** From now on it is this client whose suspicion of drift is told, once. */
  watch(client: Pick<McpClient, 'driftSuspected'>): void
  drain(): readonly ConnectionEvent[]
}

const NOTHING: readonly ConnectionEvent[] = Object.freeze([])
/** Nobody may ask for a long time. */
const MAX_KEPT = 1_000

export function createConnectionLog(): ConnectionLog {
  let events: ConnectionEvent[] = []
  let watched: Pick<McpClient, 'driftSuspected'> | null = null
  return {
    add(event) {
      if (events.length < MAX_KEPT) events.push(event)
    },
    watch(client) {
      watched = client
    },
    drain() {
      if (watched?.driftSuspected === true) {
        watched = null
        events.push({ kind: 'drift_suspected' })
      }
      if (events.length === 0) return NOTHING
      const drained = events
      events = []
      return drained
    }
  }
}
