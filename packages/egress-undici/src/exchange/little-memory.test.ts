// Responses without an end, under the default bounds, in a process of their own.
import { execFile } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startRawPeer } from '../__fixtures__/raw-peer.ts'

const PROGRAM = fileURLToPath(new URL('../__fixtures__/measure-refusal.ts', import.meta.url))
const PIECE = 'x'.repeat(64 * 1024)

const pours = (head: string, piece: string) => (socket: Socket): void => {
  socket.write(head)
  const pour = (): void => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on('drain', pour)
  pour()
}

it.each([
  ['of unknown length', pours('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n', PIECE), 'maxDecodedBytes'],
  ['in chunks', pours('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', `10000\r\n${PIECE}\r\n`), 'maxDecodedBytes'],
  ['in an extension of a chunk', pours('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;', PIECE), 'maxWireBytes'],
  ['in hints', pours('', `HTTP/1.1 103 Hint\r\nlink: <${'x'.repeat(1_000)}>\r\n\r\n`), 'maxHeaderBytes']
] as const)('E-40: a response without an end %s is refused in less than 64 MiB', { timeout: 60_000 }, async (_title, peer, bound) => {
  await using server = await startRawPeer(peer)
  const { stdout } = await promisify(execFile)(process.execPath, ['-C', '@b10x/source', PROGRAM, server.url])
  const { outcome, grew } = JSON.parse(stdout) as { readonly outcome: object; readonly grew: number }
  expect(outcome).toMatchObject({ code: 'egress_bound_exceeded', details: { bound, maybeDelivered: true } })
  expect(grew).toBeLessThan(64)
})
