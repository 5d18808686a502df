import type { JsonObject } from '@b10x/ports'

/** A call that the script makes. */
export interface ScriptedCall {
  /** The published name. */
  readonly tool: string
  /** Default: none. */
  readonly arguments?: JsonObject
}

/** What the message about one call has to be like. */
export interface ScriptExpectation {
  /** The code that the call was refused with; false: it was not refused. */
  readonly refused?: string | false
  /** Text that stands in the message. */
  readonly contains?: string
}

/** One answer of a scripted model. */
export interface ModelScriptStep {
  /** Text of the answer. With calls beside it, it is not the last answer of its prompt. */
  readonly say?: string
  readonly call?: ScriptedCall | readonly ScriptedCall[]
  /**
   * Looked at before the step answers. One: about the last tool message. A list: about as many of the last ones, in
   * their order.
   */
  readonly expect?: ScriptExpectation | readonly ScriptExpectation[]
}
