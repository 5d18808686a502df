import { hasCode, type GovernedError } from '@b10x/ports/errors'
import { describe, expect, it } from 'vitest'
import { assertFoundationRelease, assertRelease, type FoundationPin } from './assert-release.ts'
import { FOUNDATION_RELEASE, type FoundationRelease } from './release.ts'

const REVISION = '0123456789abcdef0123456789abcdef01234567'
const PIN: FoundationPin = { version: '1.2.3', revision: REVISION }
const STAMPED: FoundationRelease = { name: '@b10x/mcp-foundation', version: '1.2.3', revision: REVISION, dirty: false }

function refusalOf(act: () => void): GovernedError<'foundation_release_mismatch'> | null {
  try {
    act()
  } catch (error) {
    if (!hasCode(error, 'foundation_release_mismatch')) throw error
    return error
  }
  return null
}

describe('a release pin', () => {
  it('is held by the build of that version and revision', () => {
    expect(refusalOf(() => { assertRelease(STAMPED, PIN) })).toBe(null)
  })

  it.each<[string, Partial<FoundationRelease>]>([
    ['of another version', { version: '1.2.4' }],
    ['of another revision', { revision: REVISION.replace('0', 'f') }],
    ['from modified sources', { dirty: true }],
    ['without a revision', { revision: null }],
    ['without a revision that claims to be clean', { revision: null, dirty: false }]
  ])('refuses a build %s, and says what runs', (_, change) => {
    const release = { ...STAMPED, ...change }
    const refusal = refusalOf(() => { assertRelease(release, PIN) })
    expect(refusal?.details).toEqual({
      expectedVersion: '1.2.3',
      expectedRevision: REVISION,
      actualVersion: release.version,
      actualRevision: release.revision,
      dirty: release.dirty
    })
    expect([refusal?.family, refusal?.exitClass]).toEqual(['configuration', 2])
  })

  it.each<[string, unknown]>([
    ['a shortened revision', { version: '1.2.3', revision: REVISION.slice(0, 12) }],
    ['a revision in capitals', { version: '1.2.3', revision: REVISION.toUpperCase() }],
    ['a range of versions', { version: '^1.2.3', revision: REVISION }],
    ['no revision', { version: '1.2.3' }],
    ['no version', { revision: REVISION }]
  ])('that names %s is refused', (_, pin) => {
    expect(refusalOf(() => { assertRelease(STAMPED, pin as FoundationPin) })).not.toBe(null)
  })

  it('of null is not held by a build without a revision', () => {
    const pin = { version: '1.2.3', revision: null } as unknown as FoundationPin
    expect(refusalOf(() => { assertRelease({ ...STAMPED, revision: null }, pin) })).not.toBe(null)
  })

  it('refuses what runs from source, even by its own facts', () => {
    const pin = FOUNDATION_RELEASE as unknown as FoundationPin
    expect(refusalOf(() => { assertFoundationRelease(pin) })?.details.dirty).toBe(true)
  })
})
