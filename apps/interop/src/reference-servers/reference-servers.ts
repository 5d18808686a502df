// The reference servers of the protocol project, as npm installs them.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { httpTransport } from '@b10x/mcp-foundation/http'
import { sseTransport } from '@b10x/mcp-foundation/sse'
import { stdioTransport } from '@b10x/mcp-foundation/stdio'
import type { McpTransport } from '@b10x/mcp-foundation'

const require = createRequire(import.meta.url)
const EVERYTHING = require.resolve('@modelcontextprotocol/server-everything/dist/index.js')
const FILESYSTEM = require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js')
const REPORT_PORT = fileURLToPath(new URL('./report-port.ts', import.meta.url))
const MEMORY = require.resolve('@modelcontextprotocol/server-memory/dist/index.js')

export function everythingOnStdio(): McpTransport {
  return stdioTransport({ command: process.execPath, args: [EVERYTHING, 'stdio'] })
}

/** Files of this folder only. */
export function filesystem(folder: string): McpTransport {
  return stdioTransport({ command: process.execPath, args: [FILESYSTEM, folder] })
}

/** Without the variable this server keeps its graph inside its own package folder. */
export function memory(file: string): McpTransport {
  return stdioTransport({ command: process.execPath, args: [MEMORY], env: { MEMORY_FILE_PATH: file } })
}

export interface EverythingOverHttp {
  readonly transport: () => McpTransport
  close(): Promise<void>
}

export function startEverythingOverHttp(): Promise<EverythingOverHttp> {
  return startEverything('streamableHttp', (origin) => httpTransport(`${origin}/mcp`))
}

/** The transport of 2024-11-05, from the server side of the official SDK. */
export function startEverythingOverSse(): Promise<EverythingOverHttp> {
  return startEverything('sse', (origin) => sseTransport(`${origin}/sse`))
}

/** This server listens on every interface and offers no choice of it. */
async function startEverything(mode: string, transportTo: (origin: string) => McpTransport): Promise<EverythingOverHttp> {
  const child = fork(EVERYTHING, [mode], {
    execArgv: ['--import', REPORT_PORT],
    env: { PORT: '0' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc']
  })
  const ended = once(child, 'exit')
  const [port] = (await Promise.race([once(child, 'message'), ended.then(() => [null])])) as [number | null]
  if (port === null) throw new Error('server-everything ended before it listened')
  return {
    transport: () => transportTo(`http://127.0.0.1:${port}`),
    async close() {
      child.kill()
      await ended
    }
  }
}
