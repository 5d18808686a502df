import type { ToolEffect } from '@b10x/ports'
import type { Governance } from '../govern/governance.ts'
import type { RunContext } from './tool-context.ts'

/** One message of a conversation that an agent keeps. */
export interface AgentMessage {
  readonly role: 'caller' | 'agent'
  readonly text: string
}

/** What an agent is to answer. */
export interface AgentTurn {
  readonly instanceId: string
  readonly session: string
  readonly message: string
  /** The conversation of this session before the message, oldest first. */
  readonly history: readonly AgentMessage[]
  /** What this instance keeps between messages and sessions. No credential of a caller gets into it by itself. */
  readonly memory: Map<string, unknown>
}

/** A persistent agent of the host, served as `agent_<name>`. */
export interface AgentDefinition {
  /** `[A-Za-z0-9_-]{1,58}`. */
  readonly name: string
  readonly title?: string
  readonly description: string
  /** Default `execute`. */
  readonly effect?: ToolEffect
  /** As with jobs. */
  readonly governance?: Governance
  /** Its answers hold text from outside this host. Default false. */
  readonly returnsExternalContent?: boolean
  /** Not needed where the host has an `agentHost` of its own. */
  readonly respond?: (turn: AgentTurn, context: RunContext) => string | Promise<string>
}

/** A frozen copy, judged when a server starts with it. */
export function defineAgent(agent: AgentDefinition): AgentDefinition {
  return Object.freeze({ ...agent })
}
