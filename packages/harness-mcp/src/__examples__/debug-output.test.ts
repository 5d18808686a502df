// What the runtime says about itself when somebody asks it to holds no credential. A subscriber of its diagnostics
// channels runs in the process and sees what is sent: no library can hide it there.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startHttpServer, tool } from '@b10x/testkit'
import { expect, it } from 'vitest'

const CANARY = 'canary-5e1d-bearer'
const CLIENT = `
  import { connectMcpServer } from '@b10x/harness-mcp'
  const connection = await connectMcpServer('s', { url: process.argv[1], headers: { authorization: 'Bearer ' + process.env.TOKEN } })
  await connection.close()
`

it('S-04: NODE_DEBUG shows that requests were made, and no credential', async () => {
  await using server = await startHttpServer({ tools: [tool('t')] })
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['-C', '@b10x/source', '--input-type=module', '--eval', CLIENT, server.url],
    { cwd: import.meta.dirname, env: { ...process.env, NODE_OPTIONS: '', NODE_DEBUG: 'undici,fetch,http,net,tls,stream,timer', TOKEN: CANARY } }
  )
  expect(server.requests.some(({ headers }) => headers['authorization'] === `Bearer ${CANARY}`)).toBe(true)
  expect(stderr).toContain(new URL(server.url).port)
  expect(stdout + stderr).not.toContain(CANARY)
}, 60_000)
