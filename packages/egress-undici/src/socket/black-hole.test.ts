// A destination that drops what asks for a connection: a stopped process whose queue of connections is full.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ask, openLoopback } from '../__fixtures__/ask.ts'
import { response, startRawPeer } from '../__fixtures__/raw-peer.ts'

const LISTEN = `require('node:net').createServer().listen({ port: Number(process.argv[2]), host: process.argv[1], backlog: 1 }, function () { console.log(this.address().port) })`

/** Sockets of this process that wait for a connection to be opened. */
const waiting = (): number => process.getActiveResourcesInfo().filter((name) => name === 'ConnectWrap').length

interface BlackHole extends AsyncDisposable {
  readonly port: number
}

async function startBlackHole(host = '127.0.0.1', wanted = 0): Promise<BlackHole> {
  const child: ChildProcess = spawn(process.execPath, ['-e', LISTEN, host, String(wanted)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const fillers: Socket[] = []
  const [line] = (await once(child.stdout as NonNullable<typeof child.stdout>, 'data')) as [Buffer]
  const port = Number(line.toString())
  child.kill('SIGSTOP')
  // The queue takes a few; those behind them get no answer.
  for (let filler = 0; filler < 8; filler += 1) fillers.push(connect(port, host).on('error', () => undefined))
  await Promise.all(fillers.slice(0, 2).map((socket) => once(socket, 'connect')))
  await expect.poll(waiting).toBe(6)
  return {
    port,
    async [Symbol.asyncDispose]() {
      const gone = [once(child, 'exit'), ...fillers.map((socket) => once(socket, 'close'))]
      for (const socket of fillers) socket.destroy()
      child.kill('SIGKILL')
      await Promise.all(gone)
      await expect.poll(waiting).toBe(0)
    }
  }
}

describe('a destination that takes no connection', () => {
  it('E-44: ends at the deadline, and its socket is gone', async () => {
    await using hole = await startBlackHole()
    const egress = openLoopback({ url: `http://127.0.0.1:${hole.port}/mcp`, bounds: { exchangeDeadlineMs: 60 } })
    expect(await ask(egress)).toMatchObject({ dispatched: 0, outcome: { code: 'egress_timeout', details: { phase: 'connect', limit: 60, maybeDelivered: false } } })
    await egress.close()
    await expect.poll(waiting).toBe(6)
  })

  it('E-49: is given up with the signal, two hundred times, and leaves nothing', async () => {
    await using hole = await startBlackHole()
    const egress = openLoopback({ url: `http://127.0.0.1:${hole.port}/mcp`, bounds: { maxConnections: 2 } })
    const reason = new Error('enough')
    for (let run = 0; run < 200; run += 1) {
      const controller = new AbortController()
      const asked = ask(egress, { signal: controller.signal })
      await expect.poll(waiting, { interval: 1 }).toBe(7)
      controller.abort(reason)
      expect(await asked).toMatchObject({ dispatched: 0, outcome: reason })
      await expect.poll(waiting, { interval: 1 }).toBe(6)
    }
    await egress.close()
  })

  it('is left for another address of the name, in time', { timeout: 30_000 }, async () => {
    await using peer = await startRawPeer((socket) => void socket.write(response('ok')))
    await using hole = await startBlackHole('127.0.0.2', peer.port)
    const egress = openLoopback({ url: `http://localhost:${hole.port}/mcp` }, { resolver: async () => ['127.0.0.2', '127.0.0.1'] })
    expect(await ask(egress)).toMatchObject({ outcome: 'resolved', text: 'ok' })
    await egress.close()
    await expect.poll(waiting).toBe(6)
  })
})
