import { GovernedError } from '@b10x/ports/errors'
import { askModel } from './ask-model.ts'
import { makeCalls, refuseCall } from './make-calls.ts'
import type { CallSettings, MadeCall } from './make-calls.ts'
import type { ModelMessage, ModelPort } from './model-port.ts'
import type { SessionCall, SessionResult } from './session.ts'

export interface TurnSettings extends CallSettings {
  readonly model: ModelPort
  readonly maxTurns: number
}

/**
 * FLOW: ask the model, make the calls that it wants, tell it what they gave, until it wants none. Every answer and every
 * result is added to the transcript, and no call in it is without its result, however the turns end.
 * @throws GovernedError `model_failed`, `turn_limit_reached`, `cancelled`
 */
export async function takeTurns(transcript: ModelMessage[], settings: TurnSettings): Promise<SessionResult> {
  const { model, port, maxTurns, signal } = settings
  const calls: SessionCall[] = []
  for (let turn = 1; ; turn += 1) {
    const { text, toolCalls } = await askModel(model, { messages: [...transcript], tools: port.tools, signal })
    transcript.push(Object.freeze({ role: 'assistant', text, toolCalls }))
    if (toolCalls.length === 0) return { text, turns: turn, calls }
    const limit = turn < maxTurns ? null : new GovernedError('turn_limit_reached', { limit: maxTurns })
    // Nobody would read what the calls of the last answer give, so they are not made.
    const made: readonly MadeCall[] = limit === null ? await makeCalls(toolCalls, settings) : toolCalls.map((call) => refuseCall(call, limit))
    transcript.push(...made.map(({ message }) => message))
    calls.push(...made.map(({ call }) => call))
    if (limit !== null) throw limit
  }
}
