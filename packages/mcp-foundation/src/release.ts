/** Which build of this package runs. Stamped at build; from source it is filled in by the commands that run it. */
export interface FoundationRelease {
  readonly name: string
  readonly version: string
  /** The git revision, 40 hexadecimal digits, or null when it is not known. */
  readonly revision: string | null
  /** True when the sources differed from the revision. */
  readonly dirty: boolean
}

export const FOUNDATION_RELEASE: FoundationRelease = Object.freeze({
  name: '@b10x/mcp-foundation',
  version: '0.1.0',
  revision: null,
  dirty: true
})
