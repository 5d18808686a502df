// F7: what was sent as a credential does not come back as data, in the encodings that servers use.
import { inspect } from 'node:util'
import type { CallOutcome } from '@b10x/mcp-foundation'
import { expectCode } from '@b10x/testkit'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createMemoryAudit } from '../evidence/create-memory-audit.ts'
import { governTools } from '../govern-tools.ts'
import { createMemoryResultStore } from '../results/create-memory-result-store.ts'
import { complete, scriptRemote, text } from './__fixtures__/scripted-remote.ts'
import { holdsCredential } from './find-credentials.ts'

const TOKEN = 'tok+en/"quoted"=é~9'

function holds(value: string): boolean {
  const resultText = JSON.stringify({ content: [{ type: 'text', text: value }] })
  return holdsCredential(JSON.parse(resultText), resultText, [TOKEN])
}

it.each([
  ['as it is', TOKEN],
  ['inside other text', `Authorization: Bearer ${TOKEN}.`],
  ['in Base64', Buffer.from(TOKEN).toString('base64')],
  ['in Base64 for addresses', Buffer.from(TOKEN).toString('base64url')],
  ['inside a longer Base64 text', Buffer.from(`user:${TOKEN}:more`).toString('base64')],
  ['percent-encoded', encodeURIComponent(TOKEN)],
  ['percent-encoded in small letters', encodeURIComponent(TOKEN).replaceAll(/%../g, (escape) => escape.toLowerCase())],
  ['in JSON inside the text', JSON.stringify(JSON.stringify({ a: 1 })) + TOKEN]
])('finds a credential %s', (_, value) => expect(holds(value)).toBe(true))

it.each([
  ['in another member', complete({ content: [], _meta: { deep: [{ note: TOKEN }] } })],
  ['as the name of a member', complete({ content: [], structuredContent: { [TOKEN]: 1 } })],
  ['in a failure', complete({ isError: true, content: [{ type: 'text', text: `401 for ${TOKEN}` }] })],
  ['in escapes of JSON', { ...complete({ content: [TOKEN] }), resultText: `{"content":["${[...TOKEN].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"]}` }]
])('refuses a result that holds one %s, and keeps it nowhere', async (_, outcome) => {
  const audit = createMemoryAudit()
  const kept: unknown[] = []
  const store = createMemoryResultStore()
  const results = { ...store, keep: (bytes: Uint8Array) => (kept.push(bytes), null) }
  const { admitted } = scriptRemote({ tools: [{ name: 'look', effect: 'read', maxResultBytes: 1 }], secrets: [TOKEN], answer: () => outcome as CallOutcome })
  const error = await expectCode(governTools(admitted, { audit, results }).callTool('look', {}), 'credential_echoed')
  expect(kept).toEqual([])
  expect(audit.rows.at(-1)).toMatchObject({ event: 'call_failed', code: 'credential_echoed' })
  for (const seen of [JSON.stringify(error), inspect(error, { depth: 9, showHidden: true }), JSON.stringify(audit.rows)]) expect(seen).not.toContain('quoted')
})

it('finds it at every distance inside Base64', () => {
  const bytes = fc.uint8Array({ maxLength: 20 })
  fc.assert(
    fc.property(bytes, bytes, fc.stringMatching(/^[!-~]{8,40}$/), (before, after, credential) => {
      const encoded = Buffer.concat([before, Buffer.from(credential), after]).toString('base64')
      expect(holdsCredential(encoded, JSON.stringify(encoded), [credential])).toBe(true)
    })
  )
})

it('does not find what is too short to be told from chance, or not there', async () => {
  const { admitted } = scriptRemote({ tools: [{ name: 'look', effect: 'read' }], secrets: ['ok', 'another-credential'], answer: () => text('ok ok') })
  expect((await governTools(admitted).callTool('look', {})).content).toHaveLength(1)
  expect(holds('nothing of it')).toBe(false)
})
