// What b10x-harness build made of office, alone in a folder, on the oldest Node that we support.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'

const folder = process.env.ARTIFACT

async function start(t, env) {
  const child = spawn(process.execPath, ['server.mjs'], { cwd: folder, env: { PORT: '0', ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  t.after(() => child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^listening on (\S+),/.exec(line)?.[1]
    if (url === undefined) continue
    const stop = async () => {
      child.kill('SIGTERM')
      return (await exited)[0]
    }
    return { url, stop }
  }
  throw new Error(`the artifact ended with ${(await exited)[0]}`)
}

async function call(url, token, name) {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18', ...token }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } })
  const response = await fetch(url, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text() }
}

const ALICE = { authorization: 'Bearer token-of-alice' }

test('a built artifact has no /mcp by itself', async (t) => {
  const { url, stop } = await start(t, {})
  assert.equal((await call(url, ALICE, 'job_report')).status, 404)
  assert.equal(await stop(), 0)
})

test('a built artifact serves those who may, when it is told to', async (t) => {
  const { url, stop } = await start(t, { FABRIC_HARNESS_MCP_ENABLED: '1' })
  assert.equal((await call(url, {}, 'job_report')).status, 401)
  assert.deepEqual(JSON.parse((await call(url, ALICE, 'job_report')).text).result.structuredContent, { for: 'user:alice' })
  assert.match((await call(url, ALICE, 'pay')).text, /policy_denied/)
  assert.equal(await stop(), 0)
})
