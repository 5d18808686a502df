import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createToolServer, listen } from '@b10x/tool-server'

const PORT = { tools: [], callTool: () => assert.fail('nothing is published'), decide: () => assert.fail('nothing is published') }

test('a server answers on loopback, and is gone afterwards', async () => {
  const listening = await listen(createToolServer(PORT, { name: 'installed', version: '1.0.0' }), { port: 0 })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const response = await fetch(listening.url, { method: 'POST', headers, body })
  assert.deepEqual(await response.json(), { jsonrpc: '2.0', id: 1, result: {} })
  await listening.close()
})
