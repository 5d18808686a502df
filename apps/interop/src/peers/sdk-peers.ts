// Both generations of the official SDK, in every form in which their servers are run.
import { fileURLToPath } from 'node:url'
import { httpTransport } from '@b10x/mcp-foundation/http'
import { stdioTransport } from '@b10x/mcp-foundation/stdio'
import * as v1 from '../sdk-v1/serve-http.ts'
import { createToolsServer as createV1 } from '../sdk-v1/tools-server.ts'
import * as v2 from '../sdk-v2/serve-http.ts'
import { createToolsServer as createV2 } from '../sdk-v2/tools-server.ts'
import { countAborts } from './abort-count.ts'
import type { AbortCount } from './abort-count.ts'
import type { LoopbackServer } from './listen-on-loopback.ts'
import { REVISIONS } from './peer.ts'
import type { Peer, RunningPeer } from './peer.ts'

const PROGRAMS = {
  v1: fileURLToPath(new URL('../sdk-v1/run-stdio.ts', import.meta.url)),
  v2: fileURLToPath(new URL('../sdk-v2/run-stdio.ts', import.meta.url))
}

/** Dozens of starts of the same two programs: compiled once, they start in two thirds of the time. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

const MODERN = ['2026-07-28'] as const
const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

export const SDK_PEERS: readonly Peer[] = [
  { name: 'sdk 1.32.2, stdio', speaks: LEGACY, start: onStdio('v1', 'tools') },
  { name: 'sdk 1.32.2, HTTP with sessions', speaks: LEGACY, start: onHttp((aborts) => v1.serveSessions(() => createV1(aborts))) },
  { name: 'sdk 1.32.2, HTTP without state', speaks: LEGACY, start: onHttp((aborts) => v1.serveStateless(() => createV1(aborts))) },
  { name: 'server 2.4.0, stdio', speaks: REVISIONS, start: onStdio('v2', 'tools') },
  { name: 'server 2.4.0, stdio, no older revision', speaks: MODERN, start: onStdio('v2', 'tools', 'modern') },
  { name: 'server 2.4.0, stdio, no newer revision', speaks: ['2025-06-18', '2025-03-26'], start: onStdio('v2', 'tools', 'old') },
  { name: 'server 2.4.0, HTTP', speaks: REVISIONS, start: onHttp((aborts) => v2.serveHttp(() => createV2(aborts), 'stateless')) },
  { name: 'server 2.4.0, HTTP with sessions', speaks: REVISIONS, start: onHttp((aborts) => v2.serveHttpWithSessions(() => createV2(aborts))) },
  { name: 'server 2.4.0, HTTP, no older revision', speaks: MODERN, start: onHttp((aborts) => v2.serveHttp(() => createV2(aborts), 'reject')) }
]

/** The program of one generation of the SDK, started from source. */
export function onStdio(generation: keyof typeof PROGRAMS, ...args: string[]): () => Promise<RunningPeer> {
  const program = PROGRAMS[generation]
  return async () => ({
    transport: () => stdioTransport({ command: process.execPath, args: [program, ...args], env: { NODE_COMPILE_CACHE: COMPILED } }),
    close: async () => {}
  })
}

export function onHttp(serve: (aborts: AbortCount) => Promise<LoopbackServer & { sessions?(): readonly string[] }>): () => Promise<RunningPeer> {
  return async () => {
    const server = await serve(countAborts())
    return {
      transport: () => httpTransport(server.url),
      async sessionsLeft() {
        await server.idle()
        return server.sessions?.() ?? []
      },
      close: server.close
    }
  }
}
