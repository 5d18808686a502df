import { assertSnapshotEqual } from '@b10x/mcp-foundation'
import type { McpClient, ToolSnapshot } from '@b10x/mcp-foundation'
import { GovernedError, hasCode } from '@b10x/ports/errors'
import type { Dialled } from './dial.ts'

/** Connects once more, to the same server. */
export type Redial = (signal: AbortSignal) => Promise<Dialled>

/** A connection that can be replaced by another one to the same tools. */
export interface KeptConnection {
  /** The client that stands now, or the last one that did. */
  client(): McpClient
  reconnect(signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}

/**
 * Keeps one client at a time. A new one takes over only with an equal listing; one that drifted ends everything, so that
 * no call reaches a server that is known to be another. Where reconnecting fails otherwise, nothing changes.
 * @param onReplaced called with each client that takes over
 */
export function keepConnection(first: Dialled, redial: Redial, onReplaced: (client: McpClient) => void): KeptConnection {
  const reviewed: ToolSnapshot = first.snapshot
  const ending = new AbortController()
  let current = first.client
  let reconnecting: Promise<void> | null = null
  let closing: Promise<void> | null = null

  async function replace(signal: AbortSignal): Promise<void> {
    const next = await redial(signal)
    try {
      assertSnapshotEqual(reviewed, next.snapshot)
      if (ending.signal.aborted) throw new GovernedError('connection_closed', {})
    } catch (error) {
      await next.client.close()
      throw error
    }
    const previous = current
    current = next.client
    onReplaced(current)
    await previous.close()
  }

  async function reconnect(signal: AbortSignal | undefined): Promise<void> {
    try {
      await replace(signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]))
    } catch (error) {
      if (ending.signal.aborted) throw new GovernedError('connection_closed', {}, { cause: error })
      if (isDrift(error)) await end()
      throw error
    }
  }

  function end(): Promise<void> {
    ending.abort()
    return current.close()
  }

  return {
    client: () => current,
    reconnect(signal) {
      if (ending.signal.aborted) return Promise.reject(new GovernedError('connection_closed', {}))
      reconnecting ??= reconnect(signal).finally(() => {
        reconnecting = null
      })
      return reconnecting
    },
    close() {
      closing ??= Promise.allSettled([end(), reconnecting]).then(() => current.close())
      return closing
    }
  }
}

/** Other tools, or no longer the revision that they were listed in. */
function isDrift(error: unknown): boolean {
  return hasCode(error, 'snapshot_mismatch') || hasCode(error, 'protocol_revision_changed')
}
