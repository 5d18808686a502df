import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasCode } from '@b10x/ports/errors'

/** What each entry needs beside ours. No framework is installed here: they are optional peers. */
const FRAMEWORKS = { 'ai-sdk': 'ai', 'langchain': '@langchain/core', 'openai-agents': '@openai/agents' }

test('an entry without its framework fails with the runtime\'s own words', async () => {
  for (const [entry, framework] of Object.entries(FRAMEWORKS)) {
    await assert.rejects(import(`@b10x/tool-adapters/${entry}`), (error) => error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes(`'${framework}'`))
  }
})

test('the entry for the official SDK needs nothing', async () => {
  const { governedTransport } = await import('@b10x/tool-adapters/mcp-sdk')
  assert.throws(() => governedTransport({}, {}), (error) => hasCode(error, 'option_invalid'))
})

test('the entry for approvals needs nothing', async () => {
  const { createApprovalBridge } = await import('@b10x/tool-adapters/approvals')
  assert.equal(await createApprovalBridge().reserve({ tool: 't', arguments: {} }, new AbortController().signal), 'absent')
})
