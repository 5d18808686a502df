// E-39: what the environment says about proxies and certificates, in processes of its own.
import { execFile } from 'node:child_process'
import { createServer } from 'node:https'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createCertificateAuthority } from '@b10x/testkit'
import { expect, it } from 'vitest'
import { startRawPeer } from './__fixtures__/raw-peer.ts'

const PROGRAM = fileURLToPath(new URL('./__fixtures__/run-exchange.ts', import.meta.url))

it.each(['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'https_proxy', 'NODE_USE_ENV_PROXY', 'NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_EXTRA_CA_CERTS', 'SSLKEYLOGFILE'])('E-39: %s has no effect, and is warned of', { timeout: 60_000 }, async (variable) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'b10x-egress-'))
  await using proxy = await startRawPeer((socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  const authority = await createCertificateAuthority()
  let requests = 0
  const server = createServer(await authority.issue({ names: ['localhost'] }), (_request, response) => ((requests += 1), response.end('ok')))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const pem = path.join(folder, 'ca.pem')
    await writeFile(pem, authority.certificate)
    const proxied = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NODE_USE_ENV_PROXY: '1' }
    const values: Record<string, Record<string, string>> = { NODE_USE_ENV_PROXY: proxied, NODE_TLS_REJECT_UNAUTHORIZED: { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, NODE_EXTRA_CA_CERTS: { NODE_EXTRA_CA_CERTS: pem }, SSLKEYLOGFILE: { SSLKEYLOGFILE: path.join(folder, 'keys') } }
    const env = { PATH: process.env['PATH'] ?? '', ...(values[variable] ?? { [variable]: `http://127.0.0.1:${proxy.port}` }) }
    const address = `https://localhost:${(server.address() as AddressInfo).port}/mcp`
    const { stdout } = await promisify(execFile)(process.execPath, ['-C', '@b10x/source', PROGRAM, address, pem], { env })
    expect(JSON.parse(stdout)).toEqual({
      // The authority is named for one of them alone: the variables make nobody else trust it.
      outcomes: ['resolved', 'tls'],
      warned: expect.arrayContaining([variable.toUpperCase()]) as unknown
    })
    expect([requests, proxy.opened]).toEqual([1, 0])
  } finally {
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true })
  }
})
