import type { Authenticator } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { createToolServer } from '@b10x/tool-server'
import type { ToolServer } from '@b10x/tool-server'
import { createHarnessPort } from './create-harness-port.ts'
import type { HarnessOptions, McpOptions } from './server-options.ts'

/** What a principal has to be allowed. */
export const INVOKE_SCOPE = 'mcp:invoke'

/**
 * FLOW: the server of `/mcp`, for hosts that have an HTTP server of their own; nothing listens. Whatever is wrong refuses
 * here, before the first request.
 * @throws GovernedError `authentication_missing`, and what the tools refuse with
 */
export function createHarnessServer(harness: HarnessOptions): ToolServer {
  const authenticate = demandAuthentication(harness)
  const port = createHarnessPort(harness)
  return createToolServer(port, {
    ...serverFacts(harness.mcp ?? {}),
    authenticate,
    scopes: { call: INVOKE_SCOPE, list: INVOKE_SCOPE, supported: [INVOKE_SCOPE] },
    requireEffect: true,
    ...(harness.onError === undefined ? {} : { onError: harness.onError }),
    ...(harness.clock === undefined ? {} : { clock: harness.clock })
  })
}

/** On this machine too: whoever runs a page in a browser here, or a program, is not the user. */
function demandAuthentication({ authenticate }: HarnessOptions): Authenticator {
  if (typeof authenticate === 'function') return { authenticate }
  if (typeof authenticate?.authenticate !== 'function') throw new GovernedError('authentication_missing', { option: 'authenticate' })
  return authenticate
}

function serverFacts(mcp: McpOptions): { readonly name: string; readonly version: string } & Omit<McpOptions, 'name' | 'version'> {
  const { name = 'b10x-harness', version = '0.1.0', instructions, resource, authorizationServers, allowedHosts, allowedOrigins, bounds } = mcp
  return {
    name,
    version,
    ...(instructions === undefined ? {} : { instructions }),
    ...(resource === undefined ? {} : { resource }),
    ...(authorizationServers === undefined ? {} : { authorizationServers }),
    ...(allowedHosts === undefined ? {} : { allowedHosts }),
    ...(allowedOrigins === undefined ? {} : { allowedOrigins }),
    ...(bounds === undefined ? {} : { bounds })
  }
}
