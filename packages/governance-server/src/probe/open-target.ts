import path from 'node:path'
import { connect } from '@b10x/mcp-foundation'
import type { McpClient, McpTransport } from '@b10x/mcp-foundation'
import { httpTransport } from '@b10x/mcp-foundation/http'
import { stdioTransport } from '@b10x/mcp-foundation/stdio'
import type { Target } from '../cli/invocation.ts'

export interface OpenOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly signal: AbortSignal
  readonly onDriftSuspected: () => void
}

/** Connects as any client would. @throws GovernedError as `connect` of the foundation */
export function openTarget(target: Target, options: OpenOptions): Promise<McpClient> {
  const bearer = bearerOf(target, options.env)
  return connect(transportOf(target, bearer, options.cwd), {
    signal: options.signal,
    onDriftSuspected: options.onDriftSuspected,
    authorization: bearer === null ? 'none' : 'bearer'
  })
}

export function bearerOf(target: Target, env: Readonly<Record<string, string | undefined>>): string | null {
  return target.kind === 'http' && target.bearerVariable !== null ? (env[target.bearerVariable] ?? null) : null
}

function transportOf(target: Target, bearer: string | null, cwd: string): McpTransport {
  if (target.kind === 'command') {
    // As a shell would: a name is looked up, a path is one from here.
    const command = target.command.includes('/') ? path.resolve(cwd, target.command) : target.command
    return stdioTransport({ command, args: target.args, cwd, lookupPath: true })
  }
  return httpTransport(target.url, bearer === null ? {} : { headers: { authorization: `Bearer ${bearer}` } })
}
