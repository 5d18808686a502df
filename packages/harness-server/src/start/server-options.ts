import type { AgentHost, ApprovalPort, AuditSink, AuthenticationAnswer, AuthenticationRequest, Authenticator, Clock, JobRunner, PolicyPort } from '@b10x/ports'
import type { ServerBounds } from '@b10x/tool-server'
import type { ResolveToolContext } from '../call/tool-context-request.ts'
import type { AgentDefinition } from '../define/define-agent.ts'
import type { JobDefinition } from '../define/define-job.ts'
import type { ToolDefinition } from '../define/define-tool.ts'

/** What `/mcp` shows. */
export interface McpOptions {
  /** Default: whether `FABRIC_HARNESS_MCP_ENABLED` is `1`. False: there is no `/mcp`. */
  readonly enabled?: boolean
  /** Serve the jobs as `job_<name>`. Default false. */
  readonly exposeJobs?: boolean
  /** Serve the agents as `agent_<name>`. Default false. */
  readonly exposeAgents?: boolean
  readonly tools?: readonly ToolDefinition[]
  readonly resolveToolContext?: ResolveToolContext
  /** Default `/mcp`. */
  readonly path?: string
  /** `serverInfo`. Default `b10x-harness` and the version of this package's contract, `0.1.0`. */
  readonly name?: string
  readonly version?: string
  readonly instructions?: string
  /** The public URL of `/mcp`, for metadata and audience: `https://agents.example.com/mcp`. */
  readonly resource?: string
  readonly authorizationServers?: readonly string[]
  readonly allowedHosts?: readonly string[]
  readonly allowedOrigins?: readonly string[]
  readonly bounds?: Partial<ServerBounds>
}

export type AuthenticateFunction = (request: AuthenticationRequest) => AuthenticationAnswer | Promise<AuthenticationAnswer>

/** A harness: what it does, who may use it, what it shows. */
export interface HarnessOptions {
  /** Needed wherever `/mcp` is on, on this machine too. The principal needs the scope `mcp:invoke`. */
  readonly authenticate?: Authenticator | AuthenticateFunction
  readonly jobs?: readonly JobDefinition[]
  readonly agents?: readonly AgentDefinition[]
  readonly mcp?: McpOptions
  /** Default: jobs run in this process. */
  readonly jobRunner?: JobRunner
  /** Default: agents live in the memory of this process. */
  readonly agentHost?: AgentHost
  readonly audit?: AuditSink
  /** Asked where a call needs an approval and `resolveToolContext` gave none. */
  readonly approvals?: ApprovalPort
  /** Judges every call. Default: what is served may be called, under the demands of `governTool`. */
  readonly policy?: PolicyPort
  /** For the operator: what tools threw, which is never sent, under the reference that was sent. */
  readonly onError?: (error: unknown, reference: string) => void
  readonly clock?: Clock
}

/** Where it listens. */
export interface ListenOptions {
  /** Default 0: any free one. */
  readonly port?: number
  /** Default: this machine alone. */
  readonly host?: string
}

export interface DevServerOptions extends HarnessOptions, ListenOptions {}

export interface DevServer {
  /** Of `/mcp`, whether it is on or not. */
  readonly url: string
  readonly mcpEnabled: boolean
  close(): Promise<void>
}

export const HARNESS_OPTIONS: readonly (keyof HarnessOptions)[] = [
  'authenticate', 'jobs', 'agents', 'mcp', 'jobRunner', 'agentHost', 'audit', 'approvals', 'policy', 'onError', 'clock'
]

export const MCP_OPTIONS: readonly (keyof McpOptions)[] = [
  'enabled', 'exposeJobs', 'exposeAgents', 'tools', 'resolveToolContext', 'path', 'name', 'version', 'instructions', 'resource', 'authorizationServers',
  'allowedHosts', 'allowedOrigins', 'bounds'
]
