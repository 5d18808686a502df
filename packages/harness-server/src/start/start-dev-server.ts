import { listen } from '@b10x/tool-server'
import { refuseUnknownOptions } from '../invalid-option.ts'
import { createHarnessServer } from './create-harness-server.ts'
import { readMcpSwitch } from './read-mcp-switch.ts'
import { HARNESS_OPTIONS, MCP_OPTIONS } from './server-options.ts'
import type { DevServer, DevServerOptions } from './server-options.ts'

/**
 * Serves jobs, agents and tools over MCP. Everything is checked before a socket is opened.
 * @throws GovernedError `option_invalid`, `authentication_missing`, `effect_undeclared`, `governance_missing`,
 *   `tool_name_collision`, and what the tool server refuses
 */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const { port, host, ...harness } = options
  refuseUnknownOptions(harness, HARNESS_OPTIONS)
  refuseUnknownOptions(harness.mcp ?? {}, MCP_OPTIONS, 'mcp.')
  const mcpEnabled = harness.mcp?.enabled ?? readMcpSwitch(process.env)
  const server = mcpEnabled ? createHarnessServer(harness) : null
  const path = harness.mcp?.path
  const listening = await listen(server, {
    ...(port === undefined ? {} : { port }),
    ...(host === undefined ? {} : { host }),
    ...(path === undefined ? {} : { path })
  })
  return Object.freeze<DevServer>({ url: listening.url, mcpEnabled, close: () => listening.close() })
}
