import type { JsonObject, JsonValue, ToolPort } from '@b10x/ports'
import type { ErrorCode } from '@b10x/ports/errors'
import type { AdmittedTools } from '../admission/admitted-tools.ts'
import type { Governance } from '../governance.ts'
import type { ModelMessage, ModelPort } from './model-port.ts'

/** Admitted tools come under the governance of the session; a port has its own and is used as it is. */
export type SessionTools = AdmittedTools | ToolPort | readonly (AdmittedTools | ToolPort)[]

export interface SessionOptions extends Governance {
  readonly model: ModelPort
  /** For every prompt and task. */
  readonly tools?: SessionTools
  /** Answers of the model for one prompt or task, the last one included. Default 16. */
  readonly maxTurns?: number
  /** Calls of one answer that run at the same time. Default 8. */
  readonly maxParallelCalls?: number
  /** What the model is told before everything else. Text of the host: put nothing into it that came from a server. */
  readonly system?: string
}

export interface PromptOptions {
  /** Beside the tools of the session, for this prompt or task alone. */
  readonly tools?: SessionTools
  /** Ends the calls in flight, on the wire too, and the prompt or task. */
  readonly signal?: AbortSignal
}

export interface TaskOptions extends PromptOptions {
  /** JSON Schema (2020-12, or draft-07 where it says so) of the value that the last answer has to be. */
  readonly resultSchema?: JsonObject
}

/** One call that the model asked for, without arguments and results: those are in the transcript. */
export interface SessionCall {
  readonly toolCallId: string
  /** As the model named it: not always a published name. */
  readonly name: string
  /** The code of the refusal, or null where the tool gave a result. */
  readonly refusal: ErrorCode | null
  /** The tool says that it failed. */
  readonly isError: boolean
}

export interface SessionResult {
  /** The last answer of the model. */
  readonly text: string
  /** Answers of the model, that one included. */
  readonly turns: number
  /** In the order in which the model asked for them. */
  readonly calls: readonly SessionCall[]
}

export interface TaskResult extends SessionResult {
  /** The last answer, read as JSON without loss. */
  readonly value: JsonValue
}

/** A conversation between a model and governed tools. It opens nothing, so there is nothing to close. */
export interface Session {
  /** In the rows of all calls that the session governs. */
  readonly runId: string
  /**
   * Goes on with the one conversation of the session. Prompts wait for one another.
   * @throws GovernedError `model_failed`, `turn_limit_reached`, `cancelled`, `tool_name_collision`. A refused call is no
   *   failure: the model is told the code, and goes on
   */
  prompt(text: string, options?: PromptOptions): Promise<SessionResult>
  /**
   * Runs in a conversation of its own, beside prompts and other tasks.
   * @throws GovernedError as `prompt` does; `option_invalid` for a schema that cannot be judged by, `result_mismatch`
   */
  task(text: string, options: TaskOptions & { readonly resultSchema: JsonObject }): Promise<TaskResult>
  task(text: string, options?: TaskOptions): Promise<SessionResult>
  /** What the model is shown with the next prompt. Results of tools stand in it in their untrusted envelopes alone. */
  transcript(): readonly ModelMessage[]
}
