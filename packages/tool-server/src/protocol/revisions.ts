/** Revisions without a handshake, newest first. */
const MODERN_REVISIONS = ['2026-07-28'] as const

/** Revisions with an `initialize` handshake, newest first. */
export const LEGACY_REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

/** All that are served here. */
export const SERVED_REVISIONS: readonly string[] = [...MODERN_REVISIONS, ...LEGACY_REVISIONS]

/** What a request without the header speaks (2025-11-25, transports, protocol version header). */
export const ASSUMED_REVISION = '2025-03-26'

export function isModernRevision(revision: unknown): boolean {
  return MODERN_REVISIONS.some((known) => known === revision)
}

export function isLegacyRevision(revision: unknown): revision is (typeof LEGACY_REVISIONS)[number] {
  return LEGACY_REVISIONS.some((known) => known === revision)
}
