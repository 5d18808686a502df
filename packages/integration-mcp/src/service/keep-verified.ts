import type { McpClient } from '@b10x/mcp-foundation'
import type { Clock } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'

/** A client that was compared a short while ago, for the length of one call. */
export interface VerifiedLoan {
  readonly client: McpClient
  /** @param trusted false where the call gave a reason to compare again before the next one */
  giveBack(trusted: boolean): void
}

/** Compared connections, one at a time: the next call uses the last one, for as long as its comparison holds. */
export interface VerifiedKeeper {
  /** Where a comparison still holds. */
  borrowWarm(): VerifiedLoan | null
  /** Opens one where none holds; calls that come meanwhile share it. Rejects with what opening does. */
  borrow(): Promise<VerifiedLoan>
  /** Ends all of them, and with them their calls. Idempotent. */
  close(): Promise<void>
}

interface Kept {
  readonly client: McpClient
  readonly until: number
  calls: number
  retired: boolean
}

export interface KeeperOptions {
  /** Connects, lists and compares. */
  readonly open: (signal: AbortSignal) => Promise<McpClient>
  readonly verifiedForMs: number
  readonly clock: Clock
}

/**
 * A comparison holds for `verifiedForMs` from before it was made, and ends sooner with a notification that the tools
 * changed, or with a call that failed (ADR 0019). Then the connection takes no more calls, and is closed after its last
 * one; without calls a timer ends it, which keeps no process alive.
 */
export function keepVerified({ open, verifiedForMs, clock }: KeeperOptions): VerifiedKeeper {
  const closing = new AbortController()
  const ending = new Set<Promise<void>>()
  const standing = new Set<Kept>()
  let opening: Promise<Kept> | null = null
  let current: Kept | null = null
  let timer: NodeJS.Timeout | undefined

  function holds(kept: Kept): boolean {
    return !kept.retired && !kept.client.driftSuspected && clock.now() < kept.until
  }

  async function openOne(): Promise<Kept> {
    const until = clock.now() + verifiedForMs
    const client = await open(closing.signal).catch((error: unknown) => {
      closing.signal.throwIfAborted()
      throw error
    })
    const kept: Kept = { client, until, calls: 0, retired: false }
    standing.add(kept)
    // What was closed meanwhile keeps it no longer than it takes to end it.
    closing.signal.throwIfAborted()
    current = kept
    clearTimeout(timer)
    timer = setTimeout(() => retire(kept), verifiedForMs).unref()
    return kept
  }

  function openShared(): Promise<Kept> {
    opening ??= openOne().finally(() => (opening = null))
    return opening
  }

  function retire(kept: Kept): void {
    kept.retired = true
    if (current === kept) {
      current = null
      clearTimeout(timer)
    }
    if (kept.calls === 0) end(kept)
  }

  function end(kept: Kept): void {
    if (!standing.delete(kept)) return
    const gone = kept.client.close().finally(() => ending.delete(gone))
    ending.add(gone)
  }

  async function endAll(): Promise<void> {
    closing.abort(new GovernedError('connection_closed', {}))
    clearTimeout(timer)
    await opening?.catch(() => {})
    for (const kept of standing) end(kept)
    await Promise.all(ending)
  }

  let closed: Promise<void> | null = null

  function lend(kept: Kept): VerifiedLoan {
    kept.calls += 1
    return {
      client: kept.client,
      giveBack(trusted) {
        kept.calls -= 1
        if (!trusted || kept.client.driftSuspected) retire(kept)
        else if (kept.retired && kept.calls === 0) end(kept)
      }
    }
  }

  function borrowWarm(): VerifiedLoan | null {
    closing.signal.throwIfAborted()
    if (current === null) return null
    if (holds(current)) return lend(current)
    retire(current)
    return null
  }

  return {
    borrowWarm,
    async borrow() {
      const warm = borrowWarm()
      if (warm !== null) return warm
      // Whoever shared the opening uses what it opened, once, also where a short time of holding has passed.
      const opened = await openShared()
      closing.signal.throwIfAborted()
      return lend(opened)
    },
    close() {
      closed ??= endAll()
      return closed
    }
  }
}
