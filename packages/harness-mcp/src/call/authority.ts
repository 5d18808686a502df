import type { JsonObject as FrozenSchema } from '@b10x/mcp-foundation'
import type { ApprovalPort, AuditSink, Clock, PolicyPort, PublishedTool, ResultProvenance } from '@b10x/ports'
import { REMOTE } from '../admission/admitted-tools.ts'
import type { AdmittedTool, AdmittedTools, RemoteCaller } from '../admission/admitted-tools.ts'
import { refuseUnknownOptions } from '../admission/invalid-option.ts'
import { refuseCollisions } from '../admission/refuse-collisions.ts'
import type { CallHook, Governance } from '../governance.ts'
import { toolPolicy } from '../policy/tool-policy.ts'
import type { ResultStore } from '../results/result-store.ts'

/** An admitted tool with all that a call of it needs, worked out once. */
export interface GovernedTool {
  readonly published: PublishedTool
  readonly remoteName: string
  readonly inputSchema: FrozenSchema
  readonly deadlineMs: number | undefined
  readonly maxResultBytes: number | undefined
  readonly provenance: ResultProvenance & { readonly digest: string }
  readonly remote: RemoteCaller
}

/** What stands over the calls of one port, for its whole life. */
export interface Authority {
  readonly tools: ReadonlyMap<string, GovernedTool>
  readonly policy: PolicyPort
  readonly approvals: ApprovalPort
  readonly hooks: readonly CallHook[]
  readonly audit: AuditSink | null
  readonly results: ResultStore | null
  readonly clock: Clock
  readonly actor: string | undefined
  readonly tenantId: string | undefined
  readonly runId: string | undefined
}

const OPTIONS: readonly (keyof Governance)[] = ['toolPolicy', 'approvals', 'hooks', 'audit', 'results', 'clock', 'actor', 'tenantId', 'runId']

/** Nobody has decided, and nobody is asked. */
const NOBODY: ApprovalPort = { reserve: () => Promise.resolve('absent') }

/**
 * Reads the governance once: what a host changes in the object later changes nothing.
 * @throws GovernedError `option_invalid`, `tool_name_collision`
 */
export function createAuthority(admitted: readonly AdmittedTools[], governance: Governance): Authority {
  refuseUnknownOptions(governance, OPTIONS)
  const tools = admitted.flatMap((one) => one.tools)
  refuseCollisions(tools)
  return {
    tools: new Map(admitted.flatMap((one) => one.tools.map((tool) => [tool.published.name, governTool(tool, one[REMOTE])] as const))),
    policy: governance.toolPolicy ?? toolPolicy(),
    approvals: governance.approvals ?? NOBODY,
    hooks: [...(governance.hooks ?? [])],
    audit: governance.audit ?? null,
    results: governance.results ?? null,
    clock: governance.clock ?? Date,
    actor: governance.actor,
    tenantId: governance.tenantId,
    runId: governance.runId
  }
}

function governTool(tool: AdmittedTool, remote: RemoteCaller): GovernedTool {
  const { published, remoteName, digest, deadlineMs, maxResultBytes } = tool
  return {
    published,
    remoteName,
    // Schemas are made by the foundation, and so are the exact numbers in them.
    inputSchema: tool.inputSchema as FrozenSchema,
    deadlineMs,
    maxResultBytes,
    provenance: Object.freeze({ source: published.source, tool: published.name, digest, trust: 'untrusted' }),
    remote
  }
}
