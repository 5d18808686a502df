import { assertFoundationRelease, FOUNDATION_RELEASE } from '@b10x/mcp-foundation'
import type { FoundationPin, FoundationRelease } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import { INTEGRATION_RELEASE } from './release.ts'

/**
 * Returns only when the foundation that runs is the one that this package was built for: exact version and git revision.
 * Run from source, or from a build that does not know its revision, only the versions are compared, so that development
 * goes on; the pin of a profile is always strict.
 * @throws GovernedError `foundation_release_mismatch`
 */
export function assertIntegrationFoundation(pin: FoundationPin | null): void {
  assertPair(INTEGRATION_RELEASE, FOUNDATION_RELEASE)
  if (pin !== null) assertFoundationRelease(pin)
}

/** The judgement, apart from the builds that happen to run. */
export function assertPair(integration: FoundationRelease, foundation: FoundationRelease): void {
  const isBuilt = integration.revision !== null && !integration.dirty
  const isSameBuild = foundation.revision === integration.revision && !foundation.dirty
  if (foundation.version === integration.version && (!isBuilt || isSameBuild)) return
  throw new GovernedError('foundation_release_mismatch', {
    expectedVersion: integration.version,
    expectedRevision: integration.revision ?? 'any',
    actualVersion: foundation.version,
    actualRevision: foundation.revision,
    dirty: foundation.dirty
  })
}
