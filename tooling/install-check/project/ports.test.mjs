import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { TOOL_EFFECTS } from '@b10x/ports'
import { ERROR_CODES, GovernedError, hasCode } from '@b10x/ports/errors'

const { version } = JSON.parse(process.env.EXPECTED_RELEASE)

test('ports are installed in the expected version', () => {
  assert.equal(createRequire(import.meta.url)('@b10x/ports/package.json').version, version)
  assert.equal(TOOL_EFFECTS.length, 4)
})

test('an error has its code', () => {
  const error = new GovernedError('cancelled', {})
  assert.equal(hasCode(error, 'cancelled'), true)
  assert.equal(error.exitClass, ERROR_CODES.cancelled.exit)
})
