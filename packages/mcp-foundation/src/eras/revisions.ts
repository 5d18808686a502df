/** Revisions without a handshake, newest first. */
export const MODERN_REVISIONS = ['2026-07-28'] as const

/** Revisions with an `initialize` handshake, newest first. */
export const LEGACY_REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

export type ModernRevision = (typeof MODERN_REVISIONS)[number]
export type LegacyRevision = (typeof LEGACY_REVISIONS)[number]

export function isModernRevision(revision: unknown): revision is ModernRevision {
  return MODERN_REVISIONS.some((known) => known === revision)
}

export function isLegacyRevision(revision: unknown): revision is LegacyRevision {
  return LEGACY_REVISIONS.some((known) => known === revision)
}

/** A peer's list as far as it may be shown: revisions have the shape of a date. */
export function datedRevisions(list: readonly unknown[]): readonly string[] {
  return list.filter((item): item is string => typeof item === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(item)).slice(0, 16)
}
