import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDevServer } from '@b10x/harness-server'
import { hasCode } from '@b10x/ports/errors'

test('serving without authentication is refused', async () => {
  await assert.rejects(startDevServer({ mcp: { enabled: true } }), (error) => hasCode(error, 'authentication_missing'))
})
