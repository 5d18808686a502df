import type { CallContext } from './call-context.ts'

/** One message to a persistent agent. */
export interface AgentSubmission {
  readonly agent: string
  /** Which instance of the agent; it keeps its memory. */
  readonly instanceId: string
  /** Which of its conversations. Absent: its default one. */
  readonly session?: string
  readonly message: string
}

/** What an agent said, and where the conversation goes on. */
export interface AgentReply {
  readonly message: string
  readonly instanceId: string
  readonly session: string
}

/**
 * Holds persistent agents. Instances and sessions belong to the tenant and the actor that made them: for anybody else they
 * are absent, and are refused exactly like absent ones.
 */
export interface AgentHost {
  submit(submission: AgentSubmission, context: CallContext): Promise<AgentReply>
}
