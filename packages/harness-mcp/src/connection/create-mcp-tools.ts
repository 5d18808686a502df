import type { FoundationPin, McpClient } from '@b10x/mcp-foundation'
import { admitTools, compileAdmission } from '../admission/admit-tools.ts'
import type { AdmittedTools } from '../admission/admitted-tools.ts'
import type { LocalEffects } from '../admission/assign-effects.ts'
import { invalidOption, refuseUnknownOptions } from '../admission/invalid-option.ts'
import type { ToolSelection } from '../admission/select-tools.ts'
import { assertHarnessFoundation } from './assert-harness-foundation.ts'
import { createConnectionLog } from './connection-log.ts'
import { createRemoteCaller, loadValidator } from './create-remote-caller.ts'
import { LAUNCH } from './create-stdio-mcp-client.ts'
import type { StdioMcpClient } from './create-stdio-mcp-client.ts'
import { createSentSecrets } from './sent-secrets.ts'

/** What the host decides about the tools of a client. */
export interface McpToolsOptions extends ToolSelection, LocalEffects {
  /** What published names begin with: 1 to 64 visible characters, best of `A-Z a-z 0-9 -`. */
  readonly prefix: string
  /** The local name of the server, for policy, evidence and results. Default: the prefix. */
  readonly source?: string | undefined
  /** Ends starting the program's listing. */
  readonly signal?: AbortSignal | undefined
  /** The one build of the foundation to run on. */
  readonly foundation?: FoundationPin | undefined
  /** Credentials that a client of the foundation sends, which must not come back in results. A program's are known. */
  readonly secrets?: readonly string[] | undefined
}

const KNOWN = ['allowTools', 'denyTools', 'effect', 'effects', 'foundation', 'prefix', 'secrets', 'signal', 'source']

/**
 * FLOW: lists the tools of a client once, starting its program where that has not run yet, and admits those that the
 * options let through. The client stays the caller's to close, also where this rejects.
 * @throws GovernedError `option_invalid`, `foundation_release_mismatch`, `tool_name_collision`, `connection_closed`, and
 *   what `connect` and `freeze` of `@b10x/mcp-foundation` reject with, `program_not_found` and `process_exited` above all
 */
export async function createMcpTools(client: StdioMcpClient | McpClient, options: McpToolsOptions): Promise<AdmittedTools> {
  refuseUnknownOptions(options, KNOWN)
  const rules = compileAdmission({ ...options, source: options.source ?? options.prefix })
  assertHarnessFoundation(options.foundation)
  if (!(LAUNCH in client) && typeof client.freeze !== 'function') throw invalidOption('client', 'it is no client')
  const connected = LAUNCH in client ? await client[LAUNCH].start() : client
  const snapshot = await connected.freeze(options.signal === undefined ? {} : { signal: options.signal })
  const secrets = LAUNCH in client ? client[LAUNCH].secrets : createSentSecrets()
  secrets.addValues(options.secrets ?? [])
  const log = createConnectionLog()
  log.watch(connected)
  const remote = createRemoteCaller({ client: () => connected, bounds: connected.bounds, validator: await loadValidator(connected), secrets, log })
  return admitTools(snapshot, rules, remote)
}
