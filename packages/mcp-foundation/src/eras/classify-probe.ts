import { hasCode } from '@b10x/ports/errors'
import { isJsonObject, ownMember } from '../json/is-json-object.ts'
import type { JsonValue } from '../json/json-value.ts'
import { readDiscoverResult } from './modern/discover.ts'
import type { DiscoverResult } from './modern/discover.ts'
import { isRefusingStatus } from './refuses-revision.ts'
import { MODERN_REVISIONS, datedRevisions, isLegacyRevision } from './revisions.ts'
import type { ModernRevision } from './revisions.ts'

/** What the answer to `server/discover` says about the server. Pure: no I/O, no state. */
export type ProbeVerdict = FinalVerdict | CorrectableVerdict

/** It refused the probe with -32022 and named a revision of ours: worth one more try, and then `otherwise` stands. */
export interface CorrectableVerdict {
  readonly kind: 'correctable'
  readonly revision: ModernRevision
  readonly otherwise: FinalVerdict
}

export type FinalVerdict =
  | { readonly kind: 'modern'; readonly revision: ModernRevision; readonly discovered: DiscoverResult }
  | { readonly kind: 'legacy' }
  /** Modern, but no revision of ours; the date-shaped ones it offers. */
  | { readonly kind: 'unsupported'; readonly offered: readonly string[] }
  /** Evidence of neither era: the failure stands. */
  | { readonly kind: 'failed'; readonly error: unknown }

/** MCP 2026-07-28, basic, error codes. */
export const UNSUPPORTED_PROTOCOL_VERSION = -32022
const MISSING_CAPABILITY = -32021

export function classifyProbeResult(result: JsonValue): ProbeVerdict {
  const discovered = readDiscoverResult(result)
  if (discovered === null) return { kind: 'legacy' }
  const revision = MODERN_REVISIONS.find((known) => discovered.supportedVersions.includes(known))
  if (revision !== undefined) return { kind: 'modern', revision, discovered }
  return withoutModern(discovered.supportedVersions)
}

export function classifyProbeError(error: unknown): ProbeVerdict {
  if (hasCode(error, 'remote_error')) {
    if (error.details.rpcCode === UNSUPPORTED_PROTOCOL_VERSION) return refusedRevision(supportedOf(error.cause))
    return error.details.rpcCode === MISSING_CAPABILITY ? { kind: 'failed', error } : { kind: 'legacy' }
  }
  if (isRefusingStatus(error)) return { kind: 'legacy' }
  return { kind: 'failed', error }
}

/** A client picks from the revisions that the refusal lists and tries again (MCP 2026-07-28, versioning). */
function refusedRevision(versions: readonly unknown[]): ProbeVerdict {
  const revision = MODERN_REVISIONS.find((known) => versions.includes(known))
  const otherwise = withoutModern(versions)
  return revision === undefined ? otherwise : { kind: 'correctable', revision, otherwise }
}

/** A modern server that names a revision with a handshake may be spoken to in it. */
function withoutModern(versions: readonly unknown[]): FinalVerdict {
  return versions.some(isLegacyRevision) ? { kind: 'legacy' } : { kind: 'unsupported', offered: datedRevisions(versions) }
}

/** `data.supported` of -32022. */
function supportedOf(cause: unknown): readonly unknown[] {
  const error = cause as JsonValue | undefined
  const data = isJsonObject(error) ? ownMember(error, 'data') : undefined
  const supported = isJsonObject(data) ? ownMember(data, 'supported') : undefined
  return Array.isArray(supported) ? supported : []
}
