import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeLease, parseServiceProfile, SERVICE_CONTRACT } from '@b10x/integration-mcp'

test('a lease is computed', () => {
  const authority = { seed: 'sha256:01', policyVersion: '7' }
  assert.match(describeLease({ snapshotDigest: 'sha256:00', operationRef: 'a.b', connectionRef: 'c', authority }), /^lease:[0-9a-f]{64}$/)
})

test('a document of another contract is refused', () => {
  assert.throws(() => parseServiceProfile(JSON.stringify({ contract: `${SERVICE_CONTRACT}0` }), 'p.json'), { code: 'contract_unsupported' })
})

test('the schema of service profiles comes with it', async () => {
  const { default: schema } = await import('@b10x/integration-mcp/schemas/service-profile.schema.json', { with: { type: 'json' } })
  assert.equal(schema.type, 'object')
})
