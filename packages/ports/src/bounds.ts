/**
 * The named limits every client obeys. Values and ceilings live in mcp-foundation (ADR 0004).
 * Bytes are UTF-8 bytes on the wire, times are milliseconds, the rest are counts.
 */
export interface Bounds {
  /** One JSON-RPC message: an HTTP body, one SSE event's data or one stdio line, in bytes. */
  readonly maxMessageBytes: number
  /** The `result` member of one `tools/call` response, in bytes. */
  readonly maxResultBytes: number
  /** The serialised `arguments` of one `tools/call`, in bytes. */
  readonly maxArgumentBytes: number
  /** Tools in one complete listing. */
  readonly maxTools: number
  /** Pages in one complete listing. */
  readonly maxPages: number
  /** One tool descriptor in its canonical form, in bytes. */
  readonly maxDescriptorBytes: number
  /** All descriptors of one listing in canonical form, in bytes. */
  readonly maxSnapshotBytes: number
  /** What is kept of a child's standard error, in bytes; older bytes are dropped, the child is never blocked. */
  readonly maxStderrBytes: number
  /** One budget for spawning or connecting, negotiating and listing all pages, in milliseconds. */
  readonly connectDeadlineMs: number
  /** One `tools/call`, absolute: progress cannot extend it, in milliseconds. */
  readonly callDeadlineMs: number
  /** Events in one `text/event-stream` response; over HTTP+SSE, events while one request waits. */
  readonly maxSseEvents: number
  /** One event, comments before it included, in bytes. */
  readonly maxSseEventBytes: number
  /** Requests of one client that wait for an answer. */
  readonly maxInflight: number
  /** Nesting of arrays and objects in one message. */
  readonly maxJsonDepth: number
  /** Subschemas in one schema, and states of the automata that its patterns become, together. */
  readonly maxSchemaNodes: number
  /** Judging one value by one schema, in steps of a small, constant amount of work. */
  readonly maxSchemaSteps: number
  /** Lines on a child's standard output that are not JSON-RPC messages, before the child is refused. */
  readonly maxBannerLines: number
}

export type BoundName = keyof Bounds
