import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAuthoritySeed, createMemoryCatalog, createServiceBundleBuilder, DEPLOYMENT_CONTRACT, parseServiceDeployment } from '@b10x/connectors-service'

const caller = { tenantId: 'acme', subject: 'user:ann', audience: 'desk', grantSetRevision: '7' }

test('a seed is computed', () => {
  assert.match(createAuthoritySeed(caller), /^sha256:[0-9a-f]{64}$/)
})

test('a document of another contract is refused', () => {
  assert.throws(() => parseServiceDeployment({ contract: `${DEPLOYMENT_CONTRACT}0` }, 'd.json'), { code: 'contract_unsupported' })
})

test('a catalog of nothing lists nothing, and a service without a deployment is not activated', async () => {
  const catalog = createMemoryCatalog(createServiceBundleBuilder().build())
  assert.deepEqual(catalog.list(caller), [])
  await catalog.close()
  const facts = { serviceRef: 'mail', provider: { displayName: 'Mail' }, connection: { ref: 'c', endpointRef: 'e' }, snapshotDigest: 'sha256:00', operations: [] }
  assert.throws(() => createServiceBundleBuilder().add({ facts, bind: () => assert.fail('bound') }, undefined), { code: 'deployment_missing' })
})

test('the schema of deployments comes with it', async () => {
  const { default: schema } = await import('@b10x/connectors-service/schemas/service-deployment.schema.json', { with: { type: 'json' } })
  assert.equal(schema.type, 'object')
})
