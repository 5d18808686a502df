import { isGovernedError } from '@b10x/ports/errors'
import type { GovernedError } from '@b10x/ports/errors'
import type { FrozenTools } from './frozen-tools.ts'
import { judgeCall } from './judge-call.ts'
import type { CallRules } from './judge-call.ts'
import type { OwnRequests } from './own-requests.ts'
import { isMembers } from './sdk-transport.ts'
import type { Members, SdkMessage } from './sdk-transport.ts'
import type { ListingWatch } from './watch-listing.ts'

/** Both ways out of here. */
export interface MessageRoutes {
  toServer(message: SdkMessage, options: object | undefined): Promise<void>
  toClient(message: SdkMessage, extra?: unknown): void
}

export interface GovernedMessages {
  fromClient(message: SdkMessage, options: object | undefined): Promise<void>
  fromServer(message: SdkMessage, extra: unknown): void
  /** The revision that the `Client` agreed on. */
  agree(revision: string): void
  close(): void
}

/** JSON-RPC 2.0, 5.1. Servers answer an unknown tool with the first (MCP, tools). */
const INVALID_PARAMS = -32602
const INTERNAL_ERROR = -32603

const ENVELOPE = 'io.modelcontextprotocol/'
const FIRST_MODERN_REVISION = '2026-07-28'

/**
 * Tools go through the review, everything else goes through as it is. `tools/list` and `tools/call` of the `Client` are
 * held until they are decided, and a server cannot answer a request that it was not sent.
 */
export function governMessages(frozen: FrozenTools, rules: CallRules, requests: OwnRequests, watch: ListingWatch, routes: MessageRoutes): GovernedMessages {
  /** Identifiers of held requests, as text: the SDK takes "1" for 1. */
  const held = new Set<string>()
  let agreed: string | null = null
  let closed = false

  const revisionOf = (request: SdkMessage): string | null => {
    const stated = envelopeOf(request.params)?.[`${ENVELOPE}protocolVersion`]
    return typeof stated === 'string' ? stated : agreed
  }

  async function answerListing(request: SdkMessage): Promise<void> {
    const revision = revisionOf(request)
    await watch.compare(revision, envelopeOf(request.params))
    if (release(request)) routes.toClient({ jsonrpc: '2.0', id: request.id, result: listingResult(frozen, revision) })
  }

  async function passCall(request: SdkMessage, options: object | undefined): Promise<void> {
    const params = judgeCall(rules, request.params)
    await watch.ensure(revisionOf(request), envelopeOf(request.params))
    // Cancelled while it was held: it never leaves.
    if (release(request) && !isAborted(options)) await routes.toServer({ ...request, params }, options)
  }

  async function hold(request: SdkMessage, decide: () => Promise<void>): Promise<void> {
    held.add(String(request.id))
    try {
      await decide()
    } catch (error) {
      // What the transport itself failed with is the SDK's business: it may mean that the user has to log in.
      if (!isGovernedError(error)) throw error
      if (release(request)) routes.toClient({ jsonrpc: '2.0', id: request.id, error: toRpcError(error) })
    } finally {
      held.delete(String(request.id))
    }
  }

  /** False when nobody waits for it any more. */
  function release(request: SdkMessage): boolean {
    return held.delete(String(request.id)) && !closed
  }

  return {
    async fromClient(message, options) {
      if (Array.isArray(message)) throw new TypeError('A batch cannot be governed: send its messages one by one.')
      const { method } = message
      if (method === 'tools/list' || method === 'tools/call') {
        if (message.id === undefined) throw new TypeError(`${method} is a request, so it has an id.`)
        return hold(message, () => (method === 'tools/list' ? answerListing(message) : passCall(message, options)))
      }
      if (method === 'notifications/cancelled' && isMembers(message.params) && held.delete(String(message.params['requestId']))) return
      await routes.toServer(message, options)
    },
    fromServer(message, extra) {
      if (requests.settle(message)) return
      if (message.method === undefined && held.has(String(message.id))) return
      // The set is fixed, so the `Client` has nothing to do about it.
      if (message.method === 'notifications/tools/list_changed') return watch.suspect()
      routes.toClient(message, extra)
    },
    agree: (revision) => void (agreed = revision),
    close() {
      closed = true
      requests.abandon()
    }
  }
}

/** What the modern era demands on every request; trace context and progress tokens stay with the request they came with. */
function envelopeOf(params: unknown): Members | null {
  const meta = isMembers(params) ? params['_meta'] : undefined
  if (!isMembers(meta)) return null
  const members = Object.entries(meta).filter(([name]) => name.startsWith(ENVELOPE))
  return members.length === 0 ? null : Object.fromEntries(members)
}

/** One page. Copies, because the SDK may write into what it gets. */
function listingResult({ admitted }: FrozenTools, revision: string | null): Members {
  const tools = structuredClone([...admitted.values()])
  if (revision === null || revision < FIRST_MODERN_REVISION) return { tools }
  return { resultType: 'complete', tools, ttlMs: 0, cacheScope: 'private' }
}

function isAborted(options: object | undefined): boolean {
  return (options as { readonly requestSignal?: AbortSignal } | undefined)?.requestSignal?.aborted === true
}

/** `data` is the typed refusal. It holds nothing of a server. */
function toRpcError(error: GovernedError): Members {
  const isAboutParams = error.code === 'tool_not_published' || error.code === 'arguments_invalid'
  return { code: isAboutParams ? INVALID_PARAMS : INTERNAL_ERROR, message: error.message, data: error.toJSON() }
}
