// Admitted tools without a server: what reaches it is remembered, and what it answers is written in the test.
import { DEFAULT_BOUNDS, stringifyJson } from '@b10x/mcp-foundation'
import type { CallOptions, CallOutcome, JsonObject as ExactObject, JsonValue as ExactValue } from '@b10x/mcp-foundation'
import { createSchemaValidator } from '@b10x/mcp-foundation/json-schema'
import type { SchemaValidator } from '@b10x/mcp-foundation/json-schema'
import type { JsonObject, PublishedTool } from '@b10x/ports'
import { REMOTE } from '../../admission/admitted-tools.ts'
import type { AdmittedTool, AdmittedTools, ConnectionEvent } from '../../admission/admitted-tools.ts'

export interface RemoteCall {
  readonly remoteName: string
  readonly args: JsonObject
  readonly options: CallOptions
}

export interface RemoteScript {
  readonly source?: string
  readonly tools?: readonly ScriptedTool[]
  /** Default: `text('ok')`. */
  readonly answer?: (call: RemoteCall) => CallOutcome | Promise<CallOutcome>
  readonly secrets?: readonly string[]
  readonly subjects?: readonly string[]
  /** Told at the first draining. */
  readonly events?: readonly ConnectionEvent[]
  readonly maxArgumentBytes?: number
  readonly maxSchemaSteps?: number
  readonly validator?: SchemaValidator
}

export type ScriptedTool = Partial<Omit<AdmittedTool, 'published' | 'inputSchema'>> &
  Partial<Pick<PublishedTool, 'effect' | 'inputSchema' | 'outputSchema'>> & { readonly name: string }

export interface ScriptedRemote {
  readonly admitted: AdmittedTools
  readonly calls: readonly RemoteCall[]
}

/** Names and digests as a listing would give them. */
export const DIGEST: string = `sha256:${'d'.repeat(64)}`

export function scriptRemote(script: RemoteScript = {}): ScriptedRemote {
  const calls: RemoteCall[] = []
  const { source = 'mail', answer = () => text('ok') } = script
  const bounds = {
    ...DEFAULT_BOUNDS,
    ...(script.maxArgumentBytes === undefined ? {} : { maxArgumentBytes: script.maxArgumentBytes }),
    ...(script.maxSchemaSteps === undefined ? {} : { maxSchemaSteps: script.maxSchemaSteps })
  }
  let events = script.events ?? []
  const remote = {
    async call(remoteName: string, args: JsonObject, options: CallOptions): Promise<CallOutcome> {
      const call = { remoteName, args, options }
      calls.push(call)
      return answer(call)
    },
    validator: script.validator ?? createSchemaValidator(bounds),
    bounds,
    sentSecrets: () => script.secrets ?? [],
    subjects: script.subjects ?? null,
    drainEvents() {
      const drained = events
      events = []
      return drained
    }
  }
  const tools = (script.tools ?? [{ name: 'send', effect: 'write' }]).map((tool) => admit(tool, source))
  return { calls, admitted: { source, tools, leftOut: [], [REMOTE]: remote } }
}

function admit({ name, effect, inputSchema = { type: 'object' }, remoteName = `remote-${name}`, digest = DIGEST, ...rest }: ScriptedTool, source: string): AdmittedTool {
  const published = { name, description: name, inputSchema, ...(effect === undefined ? {} : { effect }), prose: 'remote', source } as const
  return { published, remoteName, digest, inputSchema, ...rest }
}

/** A complete outcome with this `result`. */
export function complete(result: ExactObject, more: Partial<Extract<CallOutcome, { readonly kind: 'complete' }>> = {}): CallOutcome {
  const resultText = stringifyJson(result)
  return {
    kind: 'complete',
    isError: result['isError'] === true,
    content: (result['content'] as readonly ExactValue[] | undefined) ?? [],
    ...(result['structuredContent'] === undefined ? {} : { structuredContent: result['structuredContent'] }),
    result,
    resultText,
    bytes: () => Buffer.from(resultText),
    ...more
  }
}

export function text(...texts: readonly string[]): CallOutcome {
  return complete({ content: texts.map((one) => ({ type: 'text', text: one })) })
}
