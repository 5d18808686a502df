import type { Readable, Writable } from 'node:stream'
import type { Authenticator, CallContext, Clock, JsonObject, Principal, ToolPort } from '@b10x/ports'
import type { HttpServed } from './front/http-served.ts'
import type { ServerBounds } from './server-bounds.ts'

/** What a server says of itself, whom it lets in and what it bounds. */
export interface ToolServerOptions {
  /** `serverInfo` of the protocol. */
  readonly name: string
  readonly version: string
  /** Shown to models by clients. */
  readonly instructions?: string
  /** Absent: nobody is asked, and only loopback is served. */
  readonly authenticate?: Authenticator
  /** The canonical URI of this server, for metadata and audience. From configuration, never from a header. */
  readonly resource?: string
  /** Issuers, for protected resource metadata (RFC 9728). */
  readonly authorizationServers?: readonly string[]
  /** Scopes that calling and listing need, and all that the metadata names. */
  readonly scopes?: { readonly call?: string; readonly list?: string; readonly supported?: readonly string[] }
  readonly allowedHosts?: readonly string[]
  readonly allowedOrigins?: readonly string[]
  /** Overrides of `DEFAULT_SERVER_BOUNDS`. */
  readonly bounds?: Partial<ServerBounds>
  /**
   * Calls the listener whenever the tools changed; returns how to stop. Present: `listChanged` is declared wherever it can
   * be delivered, and the source must be a function.
   */
  readonly changes?: (listener: () => void) => () => void
  /** Refuse calls of tools without an effect (`effect_undeclared`), for sources that change. Default false. */
  readonly requireEffect?: boolean
  /** Client capabilities (MCP 2026-07-28) that a tool cannot do without, by its name; calls without them answer -32021. */
  readonly requiredCapabilities?: Readonly<Record<string, JsonObject>>
  /** For the operator: what was thrown, which is never sent, under the reference that was sent. */
  readonly onError?: (error: unknown, reference: string) => void
  readonly clock?: Clock
}

/**
 * A function is asked with every request, by whom it came: null where nobody is asked, and over stdio. The set it gives may
 * differ and change, the sets themselves may not; one that it gave before costs a look-up, a new one is read anew.
 */
export type ToolSource = ToolPort | ((principal: Principal | null) => ToolPort)

/** A tools-only MCP server: 2026-07-28 and the handshake revisions from 2024-11-05 on, on one endpoint. */
export interface ToolServer extends HttpServed {
  /** For servers of the web standard. */
  handleFetch(request: Request, info?: { readonly remoteAddress?: string }): Promise<Response>
  /** One process serves one client; resolves when the input ended and every answer is written. */
  serveStdio(streams?: { readonly input: Readable; readonly output: Writable }, context?: CallContext): Promise<void>
}
