import { readFileSync } from 'node:fs'
import { FOUNDATION_RELEASE } from '@b10x/mcp-foundation'
import type { FoundationRelease, McpClient } from '@b10x/mcp-foundation'
import { expectCode, expectThrownCode } from '@b10x/testkit'
import { describe, expect, it, vi } from 'vitest'
import { HARNESS_RELEASE } from '../release.ts'
import { assertHarnessFoundation, assertPair } from './assert-harness-foundation.ts'

const ONE = '1'.repeat(40)
const TWO = '2'.repeat(40)
const build = (version: string, revision: string | null, dirty: boolean): FoundationRelease => ({ name: 'x', version, revision, dirty })

describe('a harness and the foundation that runs', () => {
  it.each([
    ['both built from one revision', build('1.0.0', ONE, false), build('1.0.0', ONE, false)],
    ['both from source', build('1.0.0', null, true), build('1.0.0', null, true)],
    ['the harness from source', build('1.0.0', null, true), build('1.0.0', TWO, false)],
    ['the harness from changed sources', build('1.0.0', ONE, true), build('1.0.0', TWO, false)]
  ])('%s: accepted', (_, harness, foundation) => {
    expect(() => assertPair(harness, foundation)).not.toThrow()
  })

  it.each([
    ['another version', build('1.0.0', ONE, false), build('1.0.1', ONE, false)],
    ['another version, from source', build('1.0.0', null, true), build('1.0.1', null, true)],
    ['another revision', build('1.0.0', ONE, false), build('1.0.0', TWO, false)],
    ['a foundation without a revision', build('1.0.0', ONE, false), build('1.0.0', null, true)],
    ['a foundation from changed sources', build('1.0.0', ONE, false), build('1.0.0', ONE, true)]
  ])('%s: refused', (_, harness, foundation) => {
    const { details } = expectThrownCode(() => assertPair(harness, foundation), 'foundation_release_mismatch')
    expect(details).toMatchObject({ expectedVersion: '1.0.0', actualVersion: foundation.version, actualRevision: foundation.revision })
  })
})

it('both state one version, that of the manifests', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string }
  expect([HARNESS_RELEASE.version, FOUNDATION_RELEASE.version]).toEqual([manifest.version, manifest.version])
  expect(() => assertHarnessFoundation()).not.toThrow()
})

it('a pin of the caller is strict, from source too', () => {
  const { version, revision, dirty } = FOUNDATION_RELEASE
  expect(revision === null || dirty).toBe(true)
  expectThrownCode(() => assertHarnessFoundation({ version, revision: revision ?? ONE }), 'foundation_release_mismatch')
})

it('everything that connects asks first', async () => {
  vi.resetModules()
  vi.doMock('../release.ts', () => ({ HARNESS_RELEASE: { ...HARNESS_RELEASE, version: '0.0.1' } }))
  try {
    const harness = await import('../index.ts')
    const client = { freeze: () => Promise.reject(new Error('asked too late')) } as unknown as McpClient
    const code = 'foundation_release_mismatch'
    expectThrownCode(() => harness.assertHarnessFoundation(), code)
    expectThrownCode(() => harness.createStdioMcpClient({ command: 'node' }), code)
    await expectCode(harness.createMcpTools(client, { prefix: 'a' }), code)
    await expectCode(harness.connectMcpServer('a', { url: 'https://127.0.0.1:1/' }), code)
  } finally {
    vi.doUnmock('../release.ts')
  }
})
