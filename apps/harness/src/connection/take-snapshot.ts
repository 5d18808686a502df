import path from 'node:path'
import type { CliIo } from '@b10x/mcp-cli/command-line'
import { attachOperatorText } from '@b10x/mcp-cli/terminal'
import { connect } from '@b10x/mcp-foundation'
import type { Channel, McpClient, McpTransport, ToolSnapshot } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import type { InitInvocation, TargetArgument } from '../arguments/invocation.ts'

/**
 * Lists what the server offers now, once, and closes the connection.
 * @throws GovernedError `variable_missing`, and whatever connecting and listing throw, with the peer's words attached
 */
export async function takeSnapshot({ target, protocol }: Pick<InitInvocation, 'target' | 'protocol'>, io: CliIo): Promise<ToolSnapshot> {
  const names = target.kind === 'command' ? target.env : [target.bearerEnv ?? [], target.headersEnv.map(({ variable }) => variable)].flat()
  const missing = names.filter((name) => !Object.hasOwn(io.env, name) || io.env[name] === undefined)
  if (missing.length > 0) throw new GovernedError('variable_missing', { names: [...new Set(missing)].sort() })
  let client: McpClient | undefined
  // A program that fails while we connect has said why on standard error.
  let channel: Channel | undefined
  try {
    const { kind, open } = await describeTransport(target, io)
    client = await connect({ kind, open: async (context) => (channel = await open(context)) }, {
      ...(protocol === null ? {} : { protocolVersion: protocol }),
      authorization: labelOf(target),
      signal: io.signal
    })
    return await client.freeze({ signal: io.signal })
  } catch (error) {
    const stderrTail = channel?.diagnostics().stderrTail ?? ''
    throw attachOperatorText(error, { stderrTail, secrets: names.map((name) => io.env[name] ?? '') })
  } finally {
    await client?.close()
  }
}

async function describeTransport(target: TargetArgument, io: CliIo): Promise<McpTransport> {
  if (target.kind === 'command') {
    const { stdioTransport } = await import('@b10x/mcp-foundation/stdio')
    const [program = '', ...args] = target.command
    const command = program.includes('/') ? path.resolve(io.cwd, program) : program
    const env = Object.fromEntries(target.env.map((name) => [name, io.env[name] ?? '']))
    return stdioTransport({ command, args, cwd: io.cwd, env, lookupPath: true })
  }
  const { url, transport, bearerEnv, headersEnv, allowInsecure } = target
  const headers = Object.fromEntries(headersEnv.map(({ header, variable }) => [header.toLowerCase(), io.env[variable] ?? '']))
  const options = {
    headers: bearerEnv === null ? headers : { ...headers, authorization: `Bearer ${io.env[bearerEnv] ?? ''}` },
    allowInsecureHosts: allowInsecure && URL.canParse(url) ? [new URL(url).host] : []
  }
  if (transport === 'sse') return (await import('@b10x/mcp-foundation/sse')).sseTransport(url, options)
  return (await import('@b10x/mcp-foundation/http')).httpTransport(url, options)
}

/** As a run of the profile will label it. */
function labelOf(target: TargetArgument): string {
  const origins =
    target.kind === 'command'
      ? target.env.map((name) => `env:${name}`)
      : [...(target.bearerEnv === null ? [] : [`bearer-env:${target.bearerEnv}`]), ...target.headersEnv.map(({ variable }) => `header-env:${variable}`)]
  return origins.length === 0 ? 'none' : origins.toSorted().join(', ')
}
