import { GovernedError } from '@b10x/ports/errors'
import { FOUNDATION_RELEASE, type FoundationRelease } from './release.ts'

/** The one build that a caller wants to run on: exact version *and* git revision, 40 hexadecimal digits. */
export interface FoundationPin {
  readonly version: string
  readonly revision: string
}

/**
 * Returns only when the foundation that runs is the pinned build. A build without a revision, or from sources that
 * differed from it, proves nothing and is never the pinned one; a shortened revision is another revision.
 * Refuses with `foundation_release_mismatch`. Code run from source is such a build: it has no revision.
 */
export function assertFoundationRelease(pin: FoundationPin): void {
  assertRelease(FOUNDATION_RELEASE, pin)
}

/** The judgement, apart from the build that happens to run. */
export function assertRelease({ version, revision, dirty }: FoundationRelease, pin: FoundationPin): void {
  if (revision !== null && dirty === false && version === pin.version && revision === pin.revision) return
  throw new GovernedError('foundation_release_mismatch', {
    expectedVersion: pin.version,
    expectedRevision: pin.revision,
    actualVersion: version,
    actualRevision: revision,
    dirty
  })
}
