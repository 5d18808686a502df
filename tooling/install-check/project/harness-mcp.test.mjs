import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScriptedModel, createSession, toolPolicy } from '@b10x/harness-mcp'

test('a session runs a scripted model under a policy', async () => {
  const session = createSession({ model: createScriptedModel([{ say: 'Nothing to do.' }]), toolPolicy: toolPolicy({ deny: ['*'] }) })
  assert.equal((await session.prompt('Hello')).text, 'Nothing to do.')
})

test('the schema of run profiles comes with it', async () => {
  const { default: schema } = await import('@b10x/harness-mcp/schemas/run-profile.schema.json', { with: { type: 'json' } })
  assert.equal(schema.type, 'object')
})
