import type { ResultProvenance } from '@b10x/ports'
import { expectCode, expectThrownCode } from '@b10x/testkit'
import { expect, it } from 'vitest'
import { complete, scriptRemote } from '../call/__fixtures__/scripted-remote.ts'
import { governTools } from '../govern-tools.ts'
import { createMemoryResultStore } from './create-memory-result-store.ts'

const provenance: ResultProvenance = { source: 'mail', tool: 'mail_read', trust: 'untrusted' }

it('keeps a result that is over the bound of its tool, whole, for whoever has the handle', async () => {
  const results = createMemoryResultStore()
  const outcome = complete({ content: [{ type: 'text', text: 'x'.repeat(200) }] })
  const { admitted } = scriptRemote({ tools: [{ name: 'look', effect: 'read', maxResultBytes: 100 }], answer: () => outcome })
  const { details } = await expectCode(governTools(admitted, { results }).callTool('look', {}), 'result_too_large')
  expect(details).toMatchObject({ bound: 'maxResultBytes', limit: 100, seen: outcome.resultText.length })
  const kept = await results.read(String(details['handle']))
  expect(Buffer.from(kept.bytes).toString()).toBe(outcome.resultText)
  expect(kept).toMatchObject({ totalBytes: outcome.resultText.length, provenance: { source: 'mail', tool: 'look', trust: 'untrusted' } })
})

it.each([
  ['there is no room', createMemoryResultStore({ maxResults: 0 })],
  ['the store fails', { keep: () => Promise.reject(new Error('disk')), read: () => Promise.reject(new Error('disk')) }],
  ['there is no store', undefined]
])('gives no handle where %s', async (_, results) => {
  const { admitted } = scriptRemote({ tools: [{ name: 'look', effect: 'read', maxResultBytes: 1 }] })
  const { details } = await expectCode(governTools(admitted, results === undefined ? {} : { results }).callTool('look', {}), 'result_too_large')
  expect(details).not.toHaveProperty('handle')
})

it('gives parts, and copies', async () => {
  const store = createMemoryResultStore()
  const bytes = Buffer.from('0123456789')
  const handle = (await store.keep(bytes, provenance)) ?? ''
  bytes.fill(0)
  ;(await store.read(handle)).bytes.fill(0)
  const part = await store.read(handle, { offset: 8, length: 5 })
  expect([Buffer.from(part.bytes).toString(), part.totalBytes]).toEqual(['89', 10])
  expect((await store.read(handle, { offset: 11, length: 1 })).bytes).toHaveLength(0)
  await expectCode(store.read(handle, { offset: -1, length: 1 }), 'option_invalid')
})

it('keeps within its bounds and drops nothing for another', async () => {
  const store = createMemoryResultStore({ maxBytes: 10, maxResults: 2 })
  const first = await store.keep(new Uint8Array(6), provenance)
  expect(await store.keep(new Uint8Array(5), provenance)).toBeNull()
  expect(await store.keep(new Uint8Array(1), provenance)).not.toBeNull()
  expect(await store.keep(new Uint8Array(1), provenance)).toBeNull()
  expect([store.forget(first ?? ''), store.forget(first ?? '')]).toEqual([true, false])
  expect(await store.keep(new Uint8Array(9), provenance)).not.toBeNull()
})

it('knows no handle that it did not give, and gives none twice', async () => {
  const store = createMemoryResultStore()
  const handles = await Promise.all(Array.from({ length: 20 }, async () => store.keep(new Uint8Array(1), provenance)))
  expect(new Set(handles).size).toBe(20)
  await expectCode(store.read('result_1'), 'result_handle_unknown')
  await expectCode(store.read('__proto__'), 'result_handle_unknown')
})

it.each(['maxBytes', 'maxResults'])('refuses %s that is no count', (option) => {
  expect(expectThrownCode(() => createMemoryResultStore({ [option]: -1 }), 'option_invalid').details).toMatchObject({ option })
})
