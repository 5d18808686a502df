import type { JsonObject, ToolEffect } from '@b10x/ports'
import type { Governance } from '../govern/governance.ts'
import type { RunContext } from './tool-context.ts'

/** A finite piece of work of the host, served as `job_<name>`. */
export interface JobDefinition {
  /** `[A-Za-z0-9_-]{1,60}`. */
  readonly name: string
  readonly title?: string
  readonly description: string
  /** JSON Schema of the input, of type object. */
  readonly inputSchema: JsonObject
  /** Default `execute`. */
  readonly effect?: ToolEffect
  /**
   * Demands of each run what `governTool` demands. Default none: the job was reviewed by its author, and serving it is a
   * decision of the host (`exposeJobs`).
   */
  readonly governance?: Governance
  /** Its results hold text from outside this host. Default false. */
  readonly returnsExternalContent?: boolean
  /** Not needed where the host has a `jobRunner` of its own. */
  readonly run?: (input: JsonObject, context: RunContext) => unknown
}

/** A frozen copy, judged when a server starts with it. */
export function defineJob(job: JobDefinition): JobDefinition {
  return Object.freeze({ ...job })
}
