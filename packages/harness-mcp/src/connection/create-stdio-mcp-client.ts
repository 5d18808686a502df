import { connect } from '@b10x/mcp-foundation'
import type { FoundationPin, McpClient } from '@b10x/mcp-foundation'
import { stdioTransport } from '@b10x/mcp-foundation/stdio'
import type { Bounds } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { invalidOption, refuseUnknownOptions } from '../admission/invalid-option.ts'
import { HARNESS_RELEASE } from '../release.ts'
import { assertHarnessFoundation } from './assert-harness-foundation.ts'
import { createSentSecrets } from './sent-secrets.ts'
import type { SentSecrets } from './sent-secrets.ts'

/** The key of what `createMcpTools` asks a client for. It is not exported from the package. */
export const LAUNCH: unique symbol = Symbol('launch')

/** A local program that is an MCP server. No shell is involved. */
export interface StdioMcpClientOptions {
  /** An absolute path, or a bare name that is searched in PATH. */
  readonly command: string
  readonly args?: readonly string[] | undefined
  /** Variables to set. Otherwise the program sees HOME, LOGNAME, PATH, SHELL, TERM and USER of this process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Names of further variables of this process to pass on. */
  readonly inheritEnv?: readonly string[] | undefined
  /** Default: that of this process. */
  readonly cwd?: string | undefined
  /** Ends starting. Later calls have signals of their own. */
  readonly signal?: AbortSignal | undefined
  /** Limits of the connection; see the foundation. */
  readonly bounds?: Partial<Bounds> | undefined
  /** Speak exactly this revision. Default: the newest that both sides know. */
  readonly protocolVersion?: string | undefined
  /** How long closing waits before SIGTERM, and again before SIGKILL, in milliseconds, to 60 000. Default 1 000. */
  readonly closeLadderMs?: number | undefined
  /** The one build of the foundation to run on. */
  readonly foundation?: FoundationPin | undefined
}

/** A local server that is started when its tools are asked for. */
export interface StdioMcpClient {
  readonly [LAUNCH]: { readonly secrets: SentSecrets; start(): Promise<McpClient> }
  /** Idempotent. The whole process tree is ended, also one that is just being started; afterwards nothing is left. */
  close(): Promise<void>
}

const KNOWN = [
  'args', 'bounds', 'closeLadderMs', 'command', 'cwd', 'env', 'foundation', 'inheritEnv', 'protocolVersion', 'signal'
]

/**
 * Describes a local server. Nothing runs yet: `createMcpTools` starts it, once. A start that failed may be tried again.
 * @throws GovernedError `option_invalid`, `foundation_release_mismatch`; the others come with `createMcpTools`
 */
export function createStdioMcpClient(options: StdioMcpClientOptions): StdioMcpClient {
  refuseUnknownOptions(options, KNOWN)
  if (typeof options.command !== 'string' || options.command === '') throw invalidOption('command', 'it is no text, or empty')
  assertHarnessFoundation(options.foundation)
  const secrets = noteVariables(options)
  const transport = describeProgram(options)
  const ending = new AbortController()
  let starting: Promise<McpClient> | null = null
  let closing: Promise<void> | null = null

  function start(): Promise<McpClient> {
    if (ending.signal.aborted) return Promise.reject(new GovernedError('connection_closed', {}))
    starting ??= startOnce().catch((error: unknown) => {
      starting = null
      throw error
    })
    return starting
  }

  async function startOnce(): Promise<McpClient> {
    const { signal, bounds, protocolVersion } = options
    try {
      return await connect(transport, {
        clientInfo: { name: HARNESS_RELEASE.name, version: HARNESS_RELEASE.version },
        signal: signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]),
        ...(bounds === undefined ? {} : { bounds }),
        ...(protocolVersion === undefined ? {} : { protocolVersion })
      })
    } catch (error) {
      if (ending.signal.aborted) throw new GovernedError('connection_closed', {}, { cause: error })
      throw error
    }
  }

  async function end(): Promise<void> {
    ending.abort()
    // A client that was not there at the time, or one that came in the last moment.
    const client = await starting?.catch(() => undefined)
    await client?.close()
  }

  return Object.freeze({
    [LAUNCH]: { secrets, start },
    close() {
      closing ??= end()
      return closing
    }
  })
}

function describeProgram({ command, args, env, inheritEnv, cwd, closeLadderMs }: StdioMcpClientOptions): ReturnType<typeof stdioTransport> {
  return stdioTransport({
    command,
    lookupPath: true,
    ...(args === undefined ? {} : { args }),
    ...(env === undefined ? {} : { env: present(env) }),
    ...(inheritEnv === undefined ? {} : { inheritEnv }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(closeLadderMs === undefined ? {} : { closeLadderMs })
  })
}

function noteVariables({ env, inheritEnv }: StdioMcpClientOptions): SentSecrets {
  const secrets = createSentSecrets()
  secrets.addVariables(env ?? {})
  secrets.addVariables(Object.fromEntries((inheritEnv ?? []).map((name) => [name, process.env[name]])))
  return secrets
}

/** `process.env.X` may be undefined: that is the same as absent. */
function present(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
