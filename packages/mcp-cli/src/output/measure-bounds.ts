import { canonicalize } from '@b10x/mcp-foundation'
import type { ClientDiagnostics, JsonValue, ToolSnapshot } from '@b10x/mcp-foundation'
import type { BoundName, Bounds } from '@b10x/ports'

/** How much of one bound a server used. Units: see `Bounds`. */
export interface BoundUse {
  readonly bound: BoundName
  readonly used: number
  readonly limit: number
}

export interface Measured {
  readonly snapshot: ToolSnapshot
  readonly diagnostics: ClientDiagnostics
  /** Connecting and listing, in milliseconds. */
  readonly connectMs: number
  /** Pages of the listing. */
  readonly pages: number
  readonly bounds: Bounds
}

/** What a listing shows of the bounds; those of calls are not touched by one. */
export function measureBounds({ snapshot, diagnostics, connectMs, pages, bounds }: Measured): readonly BoundUse[] {
  const sizes = snapshot.tools.map(({ descriptor }) => Buffer.byteLength(canonicalize(descriptor)))
  const used: readonly (readonly [BoundName, number])[] = [
    ['connectDeadlineMs', connectMs],
    ['maxTools', snapshot.tools.length],
    ['maxPages', pages],
    ['maxDescriptorBytes', sizes.reduce((largest, size) => Math.max(largest, size), 0)],
    ['maxSnapshotBytes', sizes.reduce((sum, size) => sum + size, 0)],
    ['maxJsonDepth', snapshot.tools.reduce((deepest, { descriptor }) => Math.max(deepest, depthOf(descriptor)), 0)],
    ['maxBannerLines', diagnostics.bannerLines],
    ['maxStderrBytes', diagnostics.stderrBytes]
  ]
  return used.map(([bound, value]) => ({ bound, used: value, limit: bounds[bound] }))
}

/** The nesting of one value; the message that carried it is four levels deeper. */
function depthOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Object.values(value).reduce((deepest: number, member: JsonValue) => Math.max(deepest, depthOf(member)), 0)
}
