// When the judge of schemas is loaded. It is a module of its own, so that a program that never lists does not pay for it.
import { answering, expectCode, neverAnswer } from '@b10x/testkit'
import { afterEach, expect, it, vi } from 'vitest'
import type { DEFAULT_BOUNDS } from '../bounds/default-bounds.ts'
import type * as Judge from '../json-schema/create-schema-validator.ts'
import { startHttpPeer } from '../__fixtures__/scripted-peers.ts'

const MODULE = '../json-schema/create-schema-validator.ts'

interface Loading {
  /** Resolves when the module is asked for. */
  readonly begun: Promise<void>
  /** How many judges were made. */
  times(): number
}

/** Watches the module being loaded, and may keep it from it. */
function watchLoading(fails: () => boolean = () => false): Loading {
  let times = 0
  let tell = (): void => {}
  const begun = new Promise<void>((resolve) => (tell = resolve))
  vi.resetModules()
  vi.doMock(MODULE, async (original) => {
    tell()
    if (fails()) throw new Error('no such file')
    const { createSchemaValidator } = await original<typeof Judge>()
    return { createSchemaValidator: (bounds: typeof DEFAULT_BOUNDS) => ((times += 1), createSchemaValidator(bounds)) }
  })
  return { begun, times: () => times }
}

afterEach(() => {
  vi.doUnmock(MODULE)
})

it('is loaded while the server makes its first listing, not before', async () => {
  const loading = watchLoading()
  let begun = false
  void loading.begun.then(() => (begun = true))
  await using peer = await startHttpPeer(answering('tools/list', neverAnswer()))
  const client = await peer.client()
  expect(begun).toBe(false)
  const stop = new AbortController()
  const frozen = expectCode(client.freeze({ signal: stop.signal }), 'cancelled')
  await loading.begun
  await peer.received('tools/list')
  stop.abort()
  await frozen
})

it('is made once for all calls of a client', async () => {
  const loading = watchLoading()
  await using peer = await startHttpPeer()
  const client = await peer.client()
  await Promise.all([client.callTool('t'), client.callTool('t')])
  await client.callTool('t')
  expect(loading.times()).toBe(1)
})

it('that cannot be loaded fails calls and no listing, and is tried again', async () => {
  let broken = true
  watchLoading(() => broken)
  await using peer = await startHttpPeer()
  const client = await peer.client()
  const snapshot = await client.freeze()
  expect(snapshot.tools).toHaveLength(1)
  // An unhandled rejection would fail the run.
  await new Promise(setImmediate)
  await expect(client.callTool('t')).rejects.toThrow()
  expect(peer.count('tools/call')).toBe(0)
  broken = false
  expect(await client.callTool('t')).toMatchObject({ kind: 'complete' })
})
