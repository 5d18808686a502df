import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { assertFoundationRelease, FOUNDATION_RELEASE, parseSnapshot, serializeSnapshot } from '@b10x/mcp-foundation'
import { hasCode } from '@b10x/ports/errors'

const pin = JSON.parse(process.env.EXPECTED_RELEASE)

test('the foundation is the pinned build', () => {
  assert.deepEqual({ ...FOUNDATION_RELEASE }, { name: '@b10x/mcp-foundation', ...pin, dirty: false })
  assertFoundationRelease(pin)
})

test('another pin is refused', () => {
  const others = [{ revision: 'f'.repeat(40) }, { revision: pin.revision.slice(0, 12) }, { version: '99.0.0' }]
  for (const other of others) {
    assert.throws(() => { assertFoundationRelease({ ...pin, ...other }) }, (error) => hasCode(error, 'foundation_release_mismatch'))
  }
})

test('a snapshot is read and written', async () => {
  const snapshot = parseSnapshot(await readFile(new URL('snapshot.json', import.meta.url), 'utf8'))
  assert.equal(parseSnapshot(serializeSnapshot(snapshot)).digest, snapshot.digest)
})

test('both transports load what they need', async () => {
  const { httpTransport } = await import('@b10x/mcp-foundation/http')
  const { stdioTransport } = await import('@b10x/mcp-foundation/stdio')
  assert.deepEqual([typeof httpTransport('https://example.invalid/mcp'), typeof stdioTransport], ['object', 'function'])
})
