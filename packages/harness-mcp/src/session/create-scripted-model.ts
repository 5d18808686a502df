import { GovernedError } from '@b10x/ports/errors'
import type { ModelMessage, ModelPort, ModelRequest, ModelResponse } from './model-port.ts'
import type { ModelScriptStep, ScriptExpectation } from './model-script.ts'

/** A model for tests and rehearsals: it says and calls what its script has, step by step, and looks at what comes back. */
export interface ScriptedModel extends ModelPort {
  /** Steps that were not played yet. A rehearsal that ends with some did not go as written. */
  readonly stepsLeft: number
}

/** Its answers fail with `model_failed` after the last step, or where a step expected something else. */
export function createScriptedModel(steps: readonly ModelScriptStep[]): ScriptedModel {
  let played = 0

  async function respond({ messages }: ModelRequest): Promise<ModelResponse> {
    const step = steps[played]
    played = Math.min(played + 1, steps.length)
    if (step === undefined) throw failure(`the script has ${steps.length} steps, and one more was asked for`)
    checkExpectations(step, played, messages)
    return {
      text: step.say ?? '',
      toolCalls: [step.call ?? []].flat().map((call, index) => ({ id: `call-${played}-${index + 1}`, name: call.tool, arguments: call.arguments ?? {} }))
    }
  }

  return {
    respond,
    get stepsLeft() {
      return steps.length - played
    }
  }
}

function checkExpectations(step: ModelScriptStep, number: number, messages: readonly ModelMessage[]): void {
  const expected: readonly ScriptExpectation[] = [step.expect ?? []].flat()
  if (expected.length === 0) return
  const seen = messages.filter((message) => message.role === 'tool').slice(-expected.length)
  for (const [index, expectation] of expected.entries()) {
    const message = seen[index]
    if (message === undefined) throw failure(`step ${number} expects ${expected.length} tool messages, and there are ${seen.length}`)
    const { refused, contains } = expectation
    const code = message.refused ? codeOf(message.text) : false
    if (refused !== undefined && refused !== code) throw failure(`step ${number} expects ${refused || 'no refusal'} of ${message.name}, and saw ${code || 'no refusal'}`)
    if (contains !== undefined && !message.text.includes(contains)) throw failure(`step ${number} expects another text of ${message.name}`)
  }
}

/** The messages come from a session of ours, or from a test that plays one. */
function codeOf(refusal: string): string {
  return (JSON.parse(refusal) as { readonly code: string }).code
}

/** The cause is for whoever wrote the script; it holds names and codes, and no text of a result. */
function failure(why: string): GovernedError<'model_failed'> {
  return new GovernedError('model_failed', {}, { cause: new Error(why) })
}
