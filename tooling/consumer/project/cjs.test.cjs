// What a consumer does with require(), on the oldest Node that we support.
const assert = require('node:assert/strict')
const { spawnSync } = require('node:child_process')
const { test } = require('node:test')
const { startRawServer } = require('./raw-server.cjs')

test('require() gives the same things as import', async () => {
  const required = require('@b10x/ports/errors')
  const imported = await import('@b10x/ports/errors')
  assert.equal(required.GovernedError, imported.GovernedError)
  assert.equal(require('@b10x/mcp-foundation').connect, (await import('@b10x/mcp-foundation')).connect)
})

test('require() of every entry is silent', () => {
  const entries = ['@b10x/ports', '@b10x/ports/errors', '@b10x/mcp-foundation', '@b10x/mcp-foundation/http', '@b10x/mcp-foundation/stdio', '@b10x/mcp-cli']
  const code = entries.map((entry) => `require(${JSON.stringify(entry)})`).join('\n')
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', code], { cwd: __dirname, encoding: 'utf8' })
  assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' })
})

test('a snapshot survives writing and reading, and a tool is called', async () => {
  const { connect, parseSnapshot, serializeSnapshot } = require('@b10x/mcp-foundation')
  const { httpTransport } = require('@b10x/mcp-foundation/http')
  const server = await startRawServer()
  try {
    const client = await connect(httpTransport(server.url))
    try {
      const snapshot = await client.freeze()
      assert.equal(serializeSnapshot(parseSnapshot(serializeSnapshot(snapshot))), serializeSnapshot(snapshot))
      const outcome = await client.callTool('add', { a: 20, b: 22 })
      assert.deepEqual(outcome.content.map(({ text }) => text), ['42'])
    } finally {
      await client.close()
    }
  } finally {
    await server.stop()
  }
})
