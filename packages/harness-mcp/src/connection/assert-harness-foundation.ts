import { assertFoundationRelease, FOUNDATION_RELEASE } from '@b10x/mcp-foundation'
import type { FoundationPin, FoundationRelease } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import { HARNESS_RELEASE } from '../release.ts'

/**
 * Returns only when the foundation that runs is the one that this harness was built for: both builds come from one
 * revision. Run from source, or from a build that does not know its revision, only the versions are compared, so that
 * development goes on; a pin of the caller's is always strict.
 * @throws GovernedError `foundation_release_mismatch`
 */
export function assertHarnessFoundation(pin?: FoundationPin): void {
  assertPair(HARNESS_RELEASE, FOUNDATION_RELEASE)
  if (pin !== undefined) assertFoundationRelease(pin)
}

/** The judgement, apart from the builds that happen to run. */
export function assertPair(harness: FoundationRelease, foundation: FoundationRelease): void {
  const isBuilt = harness.revision !== null && !harness.dirty
  const isSameBuild = foundation.revision === harness.revision && !foundation.dirty
  if (foundation.version === harness.version && (!isBuilt || isSameBuild)) return
  throw new GovernedError('foundation_release_mismatch', {
    expectedVersion: harness.version,
    expectedRevision: harness.revision ?? 'any',
    actualVersion: foundation.version,
    actualRevision: foundation.revision,
    dirty: foundation.dirty
  })
}
