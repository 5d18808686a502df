// After close no process, socket or timer is left: a program of its own uses a server, closes, counts, and ends.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { LEGACY, MODERN, startHttpServer, startSseServer, stdioServerCommand, tool } from '@b10x/testkit'
import type { ScriptPart } from '@b10x/testkit'
import { describe, expect, it, vi } from 'vitest'

// Real servers on a busy machine; nothing here waits for time to pass.
vi.setConfig({ testTimeout: 90_000 })

const PROGRAM = fileURLToPath(new URL('./__fixtures__/run-and-close.ts', import.meta.url))
/** Every second call is never answered. */
const SERVER: ScriptPart = {
  tools: [tool('t'), tool('silent')],
  answers: [2, 4].map((nth) => ({ on: 'tools/call', nth, answer: { steps: [{ hold: true }] } }))
}
const CLEAN = { first: [null, 'cancelled'], second: [null, 'cancelled'], left: [] }

async function runProgram(...args: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-C', '@b10x/source', PROGRAM, ...args])
  return JSON.parse(stdout) as unknown
}

describe('after close nothing is left', () => {
  it.each([{ protocolVersions: MODERN }, { protocolVersions: LEGACY }])('over Streamable HTTP, %j', async (part) => {
    await using server = await startHttpServer(SERVER, { session: true }, part)
    expect(await runProgram('http', server.url)).toEqual(CLEAN)
    expect(server.count('tools/call')).toBe(4)
    await vi.waitFor(() => expect(server.openSockets()).toBe(0))
  })

  it('over HTTP+SSE', async () => {
    await using server = await startSseServer(SERVER, { protocolVersions: LEGACY })
    expect(await runProgram('sse', server.url)).toEqual(CLEAN)
    await vi.waitFor(() => expect(server.openSockets()).toBe(0))
  })

  // A process counts its own calls: the silent one is the second of each.
  it.each([{ protocolVersions: MODERN }, { protocolVersions: LEGACY }])('over stdio, %j', async (part) => {
    using server = stdioServerCommand(SERVER, part)
    expect(await runProgram('stdio', server.command, ...server.args)).toEqual(CLEAN)
    expect(server.started().length).toBeGreaterThan(1)
    expect(await server.stillRunning()).toEqual([])
  })

  it('of a wrapper and a grandchild that ignores signals', async () => {
    using server = stdioServerCommand(SERVER, { stdio: { wrapped: 'detached', stubborn: true } })
    expect(await runProgram('stdio', server.command, ...server.args)).toEqual(CLEAN)
    expect(server.started().length).toBeGreaterThan(3)
    expect(await server.stillRunning()).toEqual([])
  })
})
