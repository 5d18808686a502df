import type { Bounds } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { compareListing } from './compare-listing.ts'
import type { FrozenTools } from './frozen-tools.ts'
import { listLiveTools } from './list-live-tools.ts'
import type { OwnRequests } from './own-requests.ts'
import type { Members } from './sdk-transport.ts'
import type { TransportDrift } from './transport-options.ts'

/** Keeps what the server lists and what was reviewed together. */
export interface ListingWatch {
  /**
   * Lists all pages and compares, unless that is under way already.
   * @param envelope `_meta` of a request of the modern era, without which the server answers none
   * @throws GovernedError `snapshot_mismatch` from then on, `protocol_revision_changed`, `deadline_exceeded`, and what
   *   listing throws
   */
  compare(revision: string | null, envelope: Members | null): Promise<void>
  /** The same, but not when the last comparison still holds. */
  ensure(revision: string | null, envelope: Members | null): Promise<void>
  /** The server says that its tools changed. */
  suspect(): void
}

export function watchListing(frozen: FrozenTools, requests: OwnRequests, bounds: Bounds, onDrift: (drift: TransportDrift) => void): ListingWatch {
  let drift: GovernedError<'snapshot_mismatch'> | null = null
  let running: Promise<void> | null = null
  // Each suspicion starts a period; a comparison holds for the period in which it began.
  let period = 0
  let comparedIn = -1

  async function run(envelope: Members | null): Promise<void> {
    const begun = period
    const live = await listWithin(envelope)
    const diff = compareListing(frozen, live, bounds.maxJsonDepth)
    if (diff.equal) {
      comparedIn = begun
      return
    }
    drift = new GovernedError('snapshot_mismatch', { differences: diff.differences.length }, { cause: diff })
    onDrift({ kind: 'found', error: drift, diff })
    throw drift
  }

  async function listWithin(envelope: Members | null): Promise<Awaited<ReturnType<typeof listLiveTools>>> {
    const deadline = new AbortController()
    const limit = bounds.connectDeadlineMs
    const timer = setTimeout(() => deadline.abort(new GovernedError('deadline_exceeded', { bound: 'connectDeadlineMs', limit })), limit)
    try {
      const meta = envelope === null ? {} : { _meta: envelope }
      return await listLiveTools((params) => requests.ask('tools/list', { ...params, ...meta }, deadline.signal), bounds)
    } finally {
      clearTimeout(timer)
    }
  }

  async function compare(revision: string | null, envelope: Members | null): Promise<void> {
    if (drift !== null) throw drift
    const expected = frozen.snapshot.protocolVersion
    // Another revision is another contract: the same descriptor may mean something else in it.
    if (revision !== expected) throw new GovernedError('protocol_revision_changed', { expected })
    running ??= run(envelope).finally(() => (running = null))
    await running
  }

  return {
    compare,
    async ensure(revision, envelope) {
      if (drift === null && comparedIn === period) return
      await compare(revision, envelope)
    },
    suspect() {
      period += 1
      if (drift === null) onDrift({ kind: 'suspected' })
    }
  }
}
