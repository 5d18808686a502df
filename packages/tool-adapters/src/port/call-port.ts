import type { CallContext, JsonObject, ToolPort } from '@b10x/ports'
import { GovernedError, isGovernedError } from '@b10x/ports/errors'
import type { GovernedErrorJson } from '@b10x/ports/errors'

/** What a call through an adapter gives: JSON, so that it may be stored and read again. */
export type GovernedOutput =
  /** `text` stands in its untrusted envelope. */
  | { readonly kind: 'result'; readonly text: string; readonly isError: boolean }
  /** A typed refusal: it holds no secret and no text of a server. */
  | { readonly kind: 'refused'; readonly refusal: GovernedErrorJson }

/** Never rejects: a model reads the refusal and the loop of the framework goes on. */
export async function callPort(port: ToolPort, name: string, args: unknown, context: CallContext): Promise<GovernedOutput> {
  try {
    // Whatever it is: the port judges it.
    const result = await port.callTool(name, args as JsonObject, context)
    return { kind: 'result', text: result.toModelText(), isError: result.isError }
  } catch (error) {
    return refusedBy(error)
  }
}

function refusedBy(error: unknown): GovernedOutput {
  const governed = isGovernedError(error) ? error : new GovernedError('outcome_unknown', { because: 'unexpected' }, { cause: error })
  return { kind: 'refused', refusal: governed.toJSON() }
}

/** What a model is told. */
export function modelTextOf(output: GovernedOutput): string {
  return output.kind === 'result' ? output.text : JSON.stringify(output.refusal)
}

/** Whether the policy wants an approval for this call. A call that it would refuse anyway needs none: it is made, and refused. */
export async function needsApproval(port: ToolPort, name: string, args: unknown, context: CallContext): Promise<boolean> {
  try {
    const { decision } = await port.decide(name, args as JsonObject, context)
    return decision === 'approval'
  } catch {
    return false
  }
}
