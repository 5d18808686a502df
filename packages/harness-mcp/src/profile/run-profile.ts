import type { FoundationPin, ToolSnapshot } from '@b10x/mcp-foundation'
import type { Bounds, ToolEffect } from '@b10x/ports'

/** The format identity of a profile file (docs/formats/run-profile.md). */
export const RUN_PROFILE_FORMAT = 'b10x.harness-run-profile.v1'

export const RISKS = ['low', 'medium', 'high'] as const
/** What goes wrong when the tool is called at the wrong moment or with the wrong arguments. */
export type Risk = (typeof RISKS)[number]

export const IDEMPOTENCIES = ['idempotent', 'not_idempotent'] as const
/** Whether the same call twice is the same as once. */
export type Idempotency = (typeof IDEMPOTENCIES)[number]

export const ACCESSES = ['local', 'internal', 'external'] as const
/** How far a call reaches: what the server itself holds, systems of one's own organisation, or everybody's. */
export type Access = (typeof ACCESSES)[number]

/** The consumer trust tier of a tool: 0 read-only to 5 remote or production, with the reason in one line. */
export interface TierStatement {
  readonly level: 0 | 1 | 2 | 3 | 4 | 5
  readonly rationale: string
}

/** One tool of the snapshot under a name and in words of ours. */
export interface MappedTool {
  /** As the server names it. */
  readonly remote: string
  /** As models and callers see it. */
  readonly name: string
  readonly title: string | null
  readonly description: string
  /** What we say of an argument, by its name: top-level properties of the frozen input schema. */
  readonly parameters: Readonly<Record<string, string>>
  readonly effect: ToolEffect
  readonly risk: Risk
  readonly idempotency: Idempotency
  readonly access: Access
  readonly tier: TierStatement | null
  /** Shorter than the deadline of all calls, in milliseconds. */
  readonly deadlineMs: number | null
  /** Smaller than the bound of all results, in bytes. */
  readonly maxResultBytes: number | null
}

export interface StdioConnection {
  readonly transport: 'stdio'
  /** A bare name is looked up by PATH, a path is relative to `cwd`. */
  readonly command: readonly [program: string, ...args: string[]]
  /** Names of variables that the program gets. */
  readonly env: readonly string[]
  /** Relative to the folder of the profile, which is also the default. */
  readonly cwd: string | null
}

export interface HttpConnection {
  readonly transport: 'streamable-http' | 'sse'
  readonly url: string
  /** The name of the variable whose value is the bearer token. */
  readonly bearerEnv: string | null
  /** Header names in lower case, and the names of the variables that hold their values. */
  readonly headersEnv: Readonly<Record<string, string>>
  /** Plain http to a host that is not this machine. */
  readonly allowInsecure: boolean
}

export type ProfileConnection = StdioConnection | HttpConnection

/** Rules on published names, `*` for any text. Deny wins over approve, approve over allow. */
export interface ProfilePolicy {
  readonly version: string | null
  readonly allow: readonly string[]
  readonly approve: readonly string[]
  readonly deny: readonly string[]
}

/** What a profile file says. Where it says nothing, null, an empty list, or the default. */
export interface RunProfileDocument {
  readonly format: typeof RUN_PROFILE_FORMAT
  /** Also the local name of the server: `source` of every tool. */
  readonly name: string
  readonly foundation: FoundationPin | null
  readonly connection: ProfileConnection
  /** The revision of the snapshot, where it is stated at all. */
  readonly protocolVersion: string | null
  readonly snapshot: { readonly path: string; readonly digest: string }
  readonly tools: readonly MappedTool[]
  /** Who may call, or null for everybody whom the host lets run. */
  readonly subjects: readonly string[] | null
  readonly policy: ProfilePolicy
  /** Deadlines included. */
  readonly bounds: Partial<Bounds>
  /** Whether a tool that the server added since the review refuses the run. Removed and changed ones always do. */
  readonly onUnmappedAdded: 'refuse' | 'ignore'
}

/** A profile with what it refers to, read and checked. */
export interface RunProfile {
  /** The file as the caller named it. */
  readonly file: string
  /** Its folder, absolute. */
  readonly folder: string
  /** SHA-256 over the format, NUL and the canonical form of the file, as `sha256:` and hexadecimal digits. */
  readonly digest: string
  readonly document: RunProfileDocument
  readonly snapshot: ToolSnapshot
}
