import path from 'node:path'
import type { McpTransport } from '@b10x/mcp-foundation'
import type { HttpAuthorization } from '@b10x/ports'
import type { ConnectionOptions } from '../arguments/invocation.ts'
import type { ServerTarget } from '../target/server-target.ts'
import type { Credentials } from './collect-credentials.ts'

/**
 * Describes the transport; nothing is opened. Only the half of the foundation that is needed is loaded.
 * @throws GovernedError `endpoint_invalid`, `header_invalid`, `platform_unsupported`
 */
export async function createTransport(
  target: ServerTarget,
  options: ConnectionOptions,
  credentials: Credentials,
  authorization: HttpAuthorization | null
): Promise<McpTransport> {
  if (target.kind === 'http') {
    const { httpTransport } = await import('@b10x/mcp-foundation/http')
    return httpTransport(target.url, {
      headers: Object.fromEntries(credentials.headers.map(({ name, value }) => [name, value])),
      allowInsecureHosts: options.allowInsecureHosts,
      ...(authorization === null ? {} : { authorization })
    })
  }
  const { stdioTransport } = await import('@b10x/mcp-foundation/stdio')
  return stdioTransport({
    // Whoever writes a path means the folder that the program will run in; a bare name is looked up by PATH.
    command: target.command.includes('/') ? path.resolve(target.cwd, target.command) : target.command,
    args: target.args,
    cwd: target.cwd,
    env: target.env,
    inheritEnv: credentials.passEnv,
    lookupPath: true
  })
}
