import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClientCredentialsFlow, createMemoryStateStore } from '@b10x/mcp-oauth'

test('a flow makes credentials for a server, and has none before the server asks', async () => {
  const flow = createClientCredentialsFlow({ clientId: 'c', clientSecret: 'a secret of the test', store: createMemoryStateStore() })
  const exchange = { exchange: () => assert.fail('nothing is sent'), close: async () => {} }
  const authorization = flow.authorize({ endpoint: 'https://example.invalid/mcp', exchange })
  assert.deepEqual(await authorization.headers(new AbortController().signal), {})
})
