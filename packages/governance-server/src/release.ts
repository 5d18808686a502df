import type { FoundationRelease } from '@b10x/mcp-foundation'

/** Which build of this package runs. Stamped at build; from source it is filled in by the commands that run it. */
export const GOVERNANCE_RELEASE: FoundationRelease = Object.freeze({
  name: '@b10x/governance-server',
  version: '0.1.0',
  revision: null,
  dirty: true
})
