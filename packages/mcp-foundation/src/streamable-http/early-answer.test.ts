// A peer that answers before it has read the request, and then reads no more of it.
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createHttpExchange } from './create-http-exchange.ts'

it('is no connection for the next exchange', async () => {
  let opened = 0
  const server = createServer((socket) => {
    opened += 1
    socket.on('error', () => {})
    socket.once('data', () => void socket.pause().write('HTTP/1.1 413 Payload Too Large\r\ncontent-length: 3\r\n\r\nbig'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets = createHttpExchange()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  const ask = async (body: string): Promise<number> => {
    let status = 0
    const request = { method: 'POST', url, headers: [], body, signal: AbortSignal.timeout(5_000), onDispatch: () => {} } as const
    await sockets.exchange(request, { onHead: (given) => void (status = given), onChunk: () => true })
    return status
  }
  try {
    // More than the buffers of two sockets take.
    expect([await ask('x'.repeat(16 * 1024 * 1024)), await ask('{}'), opened]).toEqual([413, 413, 2])
  } finally {
    await sockets.close()
    server.close()
  }
})
