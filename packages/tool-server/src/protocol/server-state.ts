import { randomUUID } from 'node:crypto'
import { createSchemaValidator } from '@b10x/mcp-foundation/json-schema'
import type { SchemaValidator } from '@b10x/mcp-foundation/json-schema'
import type { JsonObject, Principal, ToolPort } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { ToolServerOptions, ToolSource } from '../tool-server.ts'
import { resolveServerBounds } from '../server-bounds.ts'
import type { ServerBounds } from '../server-bounds.ts'
import { createChangeFeed } from './change-feed.ts'
import type { ChangeFeed } from './change-feed.ts'
import { jsonText } from './json-text.ts'
import { SERVED_REVISIONS } from './revisions.ts'
import { RunningCalls } from './running-calls.ts'
import { buildToolTable } from './tool-table.ts'
import type { ToolTable } from './tool-table.ts'

/** What all requests of one server stand on. */
export interface ServerState {
  readonly options: ToolServerOptions
  readonly bounds: ServerBounds
  readonly validator: SchemaValidator
  /** The tools as they are now, for this caller. */
  table(principal: Principal | null): ToolTable
  /** `_meta` with our name and version, as a member of a result. */
  readonly metaMember: string
  /** `ttlMs` and `cacheScope` as members of a result. Lists may depend on who asks: never public. */
  readonly cacheMembers: string
  readonly discoverResult: string
  readonly calls: RunningCalls
  readonly feed: ChangeFeed
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Tells the operator and gives the reference that the caller sees. */
  report(error: unknown): string
}

/** How long a list of tools that cannot change is worth keeping, in milliseconds. */
const FIXED_TTL_MS = 60_000

/** @throws GovernedError `option_invalid`, `bounds_invalid`, `tool_name_collision` */
export function createServerState(source: ToolSource, options: ToolServerOptions): ServerState {
  checkOptions(source, options)
  const bounds = resolveServerBounds(options.bounds)
  const tables = new WeakMap<ToolPort, ToolTable>()
  const tableOf = (port: ToolPort): ToolTable => {
    const known = tables.get(port)
    if (known !== undefined) return known
    const table = buildToolTable(port)
    tables.set(port, table)
    return table
  }
  const fixed = typeof source === 'function' ? null : tableOf(source)
  const metaMember = `"_meta":${jsonText({ 'io.modelcontextprotocol/serverInfo': serverInfo(options) })}`
  const cacheMembers = `"ttlMs":${fixed === null ? 0 : FIXED_TTL_MS},"cacheScope":"private"`
  const facts = jsonText({
    supportedVersions: SERVED_REVISIONS,
    capabilities: capabilities(options.changes !== undefined),
    ...(options.instructions === undefined ? {} : { instructions: options.instructions })
  })
  return {
    options,
    bounds,
    validator: createSchemaValidator(bounds),
    table: typeof source === 'function' ? (principal) => tableOf(source(principal)) : () => fixed as ToolTable,
    metaMember,
    cacheMembers,
    discoverResult: `{"resultType":"complete",${facts.slice(1, -1)},${cacheMembers},${metaMember}}`,
    calls: new RunningCalls(bounds.callDeadlineMs),
    feed: createChangeFeed(options.changes, bounds.maxSubscriptions),
    now: options.clock === undefined ? Date.now : () => options.clock?.now() ?? Date.now(),
    report(error) {
      const reference = randomUUID()
      try {
        options.onError?.(error, reference)
      } catch {
        // An operator's log that fails must not decide what a caller gets.
      }
      return reference
    }
  }
}

export function serverInfo(options: ToolServerOptions): JsonObject {
  return { name: options.name, version: options.version }
}

/** `listChanged` only where it really comes. */
export function capabilities(listChanged: boolean): JsonObject {
  return { tools: listChanged ? { listChanged: true } : {} }
}

function checkOptions(source: ToolSource, options: ToolServerOptions): void {
  const refuse = (option: string, reason: string): never => {
    throw new GovernedError('option_invalid', { option, reason })
  }
  if (typeof options.name !== 'string' || options.name === '') refuse('name', 'a name is needed')
  if (typeof options.version !== 'string' || options.version === '') refuse('version', 'a version is needed')
  if (options.changes !== undefined && typeof source !== 'function') refuse('changes', 'tools that change come from a function')
}
