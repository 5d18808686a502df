// `@temporal-cortex/cortex-mcp-linux-x64` 0.9.1: written in Rust on rmcp 1.1.1, stdio only.
import { join } from 'node:path'
import { stdioTransport } from '@b10x/mcp-foundation/stdio'
import type { McpTransport } from '@b10x/mcp-foundation'
import { PEER_PACKAGES } from './peer-packages.ts'

/** It keeps its configuration under HOME. */
export function cortexOnStdio(home: string): McpTransport {
  return stdioTransport({ command: join(PEER_PACKAGES, '@temporal-cortex/cortex-mcp-linux-x64/bin/cortex-mcp'), env: { HOME: home } })
}
