import { GovernedError, hasCode } from '@b10x/ports/errors'
import type { Bounds } from '@b10x/ports'
import { startDeadline } from '../bounds/deadline.ts'
import { askServer } from '../eras/ask-server.ts'
import type { Negotiated } from '../eras/era-codec.ts'
import type { SchemaValidator } from '../json-schema/create-schema-validator.ts'
import { freezeSnapshot } from '../snapshot/freeze-snapshot.ts'
import type { SnapshotTool, ToolSnapshot } from '../snapshot/tool-snapshot.ts'
import { callTool } from '../tools/call-tool.ts'
import { listTools } from '../tools/list-tools.ts'
import type { Channel } from '../transport/transport.ts'
import type { DriftWatch } from './drift-watch.ts'
import type { McpClient } from './mcp-client.ts'
import type { RequestSender } from './request-sender.ts'

/** The parts of a connection that stands. */
export interface ClientParts {
  readonly channel: Channel
  readonly sender: RequestSender
  readonly negotiated: Negotiated
  readonly bounds: Bounds
  readonly drift: DriftWatch
  readonly authorization: string
  /** What is left of `connectDeadlineMs` after connecting, in milliseconds. */
  readonly listingBudgetMs: number
}

/** Assembles the client object. Its tool set is fixed by the first complete listing. */
export function createClient(parts: ClientParts): McpClient {
  const { channel, sender, negotiated, bounds, drift } = parts
  const { codec } = negotiated
  const mirrorsHeaders = codec.era === 'modern' && channel.endpoint.transport === 'streamable-http'
  let frozen: Promise<ToolSnapshot> | null = null
  let tools: ReadonlyMap<string, SnapshotTool> | null = null
  let resultTypeAbsent = 0
  let closing: Promise<void> | null = null
  let validator: Promise<SchemaValidator> | null = null

  /** Loaded once; what it makes of a schema is kept with that schema. Who waits for it hears that it could not be loaded. */
  function loadValidator(): Promise<SchemaValidator> {
    if (validator === null) {
      validator = import('../json-schema/create-schema-validator.ts').then(({ createSchemaValidator }) => createSchemaValidator(bounds))
      validator.catch(() => (validator = null))
    }
    return validator
  }

  async function list(signal: AbortSignal | undefined): Promise<ToolSnapshot> {
    const deadline = startDeadline('connectDeadlineMs', parts.listingBudgetMs, signal, bounds.connectDeadlineMs)
    try {
      deadline.signal.throwIfAborted()
      // Asked together. Whether the revision still holds is judged first: it explains a listing that failed.
      const facts = negotiated.facts ?? askServer(sender, codec, deadline.signal)
      const [server, descriptors] = await bothInOrder(facts, listTools(sender, bounds, deadline.signal))
      const { era, protocolVersion } = codec
      const { endpoint } = channel
      return freezeSnapshot({ era, protocolVersion, endpoint, authorization: parts.authorization, ...server, descriptors }, bounds)
    } catch (error) {
      deadline.cancel()
      throw error
    } finally {
      deadline.done()
    }
  }

  /** A change that was announced while listing: once more, so that the pages are those of a single moment. */
  async function listOneMoment(signal: AbortSignal | undefined): Promise<ToolSnapshot> {
    try {
      const snapshot = await list(signal)
      if (!drift.changedWhileListing()) return snapshot
    } catch (error) {
      if (!isTorn(error) || !drift.changedWhileListing()) throw error
    }
    return list(signal)
  }

  async function listAndFreeze(signal: AbortSignal | undefined): Promise<ToolSnapshot> {
    const listing = listOneMoment(signal)
    // While the server makes its answer, what the first call needs is loaded. Only calls wait for it.
    void loadValidator()
    const snapshot = await listing
    drift.freeze()
    tools = new Map(snapshot.tools.flatMap((tool) => (tool.name === null ? [] : [[tool.name, tool] as const])))
    return snapshot
  }

  function freeze(options?: { readonly signal?: AbortSignal }): Promise<ToolSnapshot> {
    frozen ??= listAndFreeze(options?.signal).catch((error: unknown) => {
      frozen = null
      throw error
    })
    return frozen
  }

  return {
    era: codec.era,
    protocolVersion: codec.protocolVersion,
    endpoint: channel.endpoint,
    bounds,
    get driftSuspected() {
      return drift.suspected()
    },
    freeze,
    relist: (options) => list(options?.signal),
    async callTool(name, args = {}, options = {}) {
      if (tools === null) await freeze(options.signal === undefined ? {} : { signal: options.signal })
      const tool = tools?.get(name)
      if (tool === undefined) throw new GovernedError('tool_not_found', { tool: name })
      const onResultTypeAbsent = (): void => {
        if (codec.era === 'modern') resultTypeAbsent += 1
      }
      return callTool({ sender, bounds, mirrorsHeaders, loadValidator, onResultTypeAbsent }, tool, args, options)
    },
    diagnostics: () => ({ ...channel.diagnostics(), resultTypeAbsent, restarted: negotiated.restarted }),
    close() {
      closing ??= endConnection()
      return closing
    }
  }

  async function endConnection(): Promise<void> {
    if (negotiated.hasSession) await channel.endSession?.(codec.headers('', null))
    await channel.close()
  }
}

/** What pages of two moments look like: a tool that moved to a later page comes twice, and a cursor leads nowhere. */
function isTorn(error: unknown): boolean {
  return hasCode(error, 'tool_name_duplicate') || hasCode(error, 'page_cursor_repeated') || hasCode(error, 'remote_error')
}

/** Both values; when both fail, the failure of the first. */
async function bothInOrder<A, B>(first: A | Promise<A>, second: Promise<B>): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second])
  if (a.status === 'rejected') throw a.reason
  if (b.status === 'rejected') throw b.reason
  return [a.value as A, b.value]
}
