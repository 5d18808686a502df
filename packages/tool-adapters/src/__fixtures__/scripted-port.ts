// A tool port by hand, as small as one can be: names, schemas, a policy per tool, an approval step, and a record.
import { DEFAULT_BOUNDS } from '@b10x/mcp-foundation'
import type { JsonObject as FrozenObject } from '@b10x/mcp-foundation'
import { createSchemaValidator } from '@b10x/mcp-foundation/json-schema'
import type { ApprovalPort, CallContext, JsonObject, PolicyDecision, PublishedTool, ToolPort, ToolResult } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { canonicalForm } from '../port/canonical-form.ts'

export interface PortCall {
  readonly name: string
  readonly args: JsonObject
  readonly context: CallContext
}

export interface ScriptedPort extends ToolPort {
  /** Calls that reached their tool. */
  readonly made: readonly PortCall[]
  /** Codes of refusals, in order. */
  readonly refused: readonly string[]
  /** Resolves when the next call has reached its tool. */
  nextCall(): Promise<void>
  /** Resolves when the next call has been refused. */
  nextRefusal(): Promise<void>
}

const validator = createSchemaValidator(DEFAULT_BOUNDS)
const schema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false }

function published(name: string): PublishedTool {
  return { name, description: `The tool ${name}.`, inputSchema: schema, effect: 'read', prose: 'local', source: 'test' }
}

/** Decided by name: `send` and `send-now` need an approval, `erase` is denied, `fail` says that it failed, `hang` ends with its signal. */
export const TOOL_NAMES: readonly string[] = ['echo', 'send', 'send-now', 'erase', 'fail', 'hang']

export function createScriptedPort(approvals?: ApprovalPort): ScriptedPort {
  const made: PortCall[] = []
  const refused: string[] = []
  const tools = TOOL_NAMES.map(published)
  const waiting = new EventTarget()
  const next = (what: string): Promise<void> => new Promise((resolve) => waiting.addEventListener(what, () => resolve(), { once: true }))

  async function decide(name: string, args: JsonObject): Promise<PolicyDecision> {
    if (!TOOL_NAMES.includes(name)) throw new GovernedError('tool_not_published', {})
    const verdict = validator.validate(schema as FrozenObject, args as FrozenObject)
    if (verdict.kind !== 'valid') throw new GovernedError('arguments_invalid', { pointer: '', reason: 'schema' })
    const decision = name.startsWith('send') ? 'approval' : name === 'erase' ? 'deny' : 'allow'
    return { decision, policyVersion: '1' }
  }

  async function callTool(name: string, args: JsonObject, context: CallContext = {}): Promise<ToolResult> {
    try {
      const { decision } = await decide(name, args)
      if (decision === 'deny') throw new GovernedError('policy_denied', { tool: name })
      if (decision === 'approval') await redeem(approvals, name, args)
      made.push({ name, args, context })
      waiting.dispatchEvent(new Event('call'))
      if (name === 'hang') await untilAborted(context.signal)
      return resultOf(name, args)
    } catch (error) {
      refused.push((error as GovernedError).code)
      waiting.dispatchEvent(new Event('refusal'))
      throw error
    }
  }

  return { tools, made, refused, nextCall: () => next('call'), nextRefusal: () => next('refusal'), callTool, decide }
}

async function redeem(approvals: ApprovalPort | undefined, tool: string, args: JsonObject): Promise<void> {
  const digest = canonicalForm(args)
  const subject = { tool, source: 'test', arguments: args, argumentsDigest: digest, policyVersion: '1', binding: digest }
  const answer = (await approvals?.reserve(subject, AbortSignal.timeout(10_000))) ?? 'absent'
  if (answer === 'denied') throw new GovernedError('approval_denied', { tool })
  if (answer === 'absent' || !(await answer.redeem())) throw new GovernedError('approval_required', { tool })
}

async function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  if (signal === undefined) throw new GovernedError('outcome_unknown', { because: 'no signal came' })
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  throw new GovernedError('cancelled', {}, { cause: signal.reason })
}

function resultOf(tool: string, args: JsonObject): ToolResult {
  const text = `${tool} says ${String(args['text'])}`
  return {
    isError: tool === 'fail',
    content: [{ type: 'text', text }],
    provenance: { source: 'test', tool, trust: 'untrusted' },
    toModelText: () => `<untrusted>${text}</untrusted>`
  }
}
