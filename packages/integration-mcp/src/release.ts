import type { FoundationRelease } from '@b10x/mcp-foundation'

/**
 * Which build of this package runs. Stamped at build, like the foundation's: all packages of a release come from one
 * revision, so it is also the revision of the foundation that this build was made for.
 */
export const INTEGRATION_RELEASE: FoundationRelease = Object.freeze({
  name: '@b10x/integration-mcp',
  version: '0.1.0',
  revision: null,
  dirty: true
})
