import type { SnapshotDiff, ToolSnapshot } from '@b10x/mcp-foundation'
import type { Bounds } from '@b10x/ports'
import type { GovernedError } from '@b10x/ports/errors'

/** What a transport that was wrapped has noticed. For the operator: a diff holds text of the server. */
export type TransportDrift =
  /** The server says that its tools changed. They are listed and compared before anything else is called. */
  | { readonly kind: 'suspected' }
  /** They differ. Nothing is listed or called any more over this transport. */
  | { readonly kind: 'found'; readonly error: GovernedError<'snapshot_mismatch'>; readonly diff: SnapshotDiff }

/** The part of a run profile that holds here: `loadRunProfile` of `@b10x/harness-mcp` returns more. */
export interface ReviewedProfile {
  readonly snapshot: ToolSnapshot
  readonly document: {
    readonly tools: Iterable<{ readonly remote: string }>
    readonly onUnmappedAdded?: 'refuse' | 'ignore'
  }
}

interface SharedOptions {
  /** Told of a suspicion and of drift. What it throws goes to `onerror` of the transport. */
  readonly onDrift?: (drift: TransportDrift) => void
  /** `maxTools`, `maxPages`, `maxArgumentBytes`, `maxJsonDepth`, `maxSchemaNodes`, `maxSchemaSteps`, and `connectDeadlineMs` for one complete listing. */
  readonly bounds?: Partial<Bounds>
}

export type GovernedTransportOptions = SharedOptions &
  (
    | {
        /** What `parseSnapshot` returned. */
        readonly snapshot: ToolSnapshot
        /** The names of the tools that may be seen and called. Default: all that are usable. */
        readonly tools?: readonly string[]
        /** Whether a tool that the server added since the review counts as drift. Default `refuse`. */
        readonly onUnmappedAdded?: 'refuse' | 'ignore'
        readonly profile?: never
      }
    | { readonly profile: ReviewedProfile; readonly snapshot?: never; readonly tools?: never; readonly onUnmappedAdded?: never }
  )
