import type { ToolPort } from '@b10x/ports'
import { ToolMessage } from '@langchain/core/messages'
import type { AdapterOptions } from '../port/adapter-options.ts'
import { callPort, modelTextOf } from '../port/call-port.ts'

export interface FrameworkCall {
  readonly name: string
  readonly args: unknown
  /** Absent where somebody calls a tool without a model. */
  readonly id: string | undefined
}

/** A message for a call that a model asked for, else the text that such a message would hold. */
export async function answerCall(
  port: ToolPort,
  { name, args, id }: FrameworkCall,
  signal: AbortSignal | undefined,
  { context = {} }: AdapterOptions
): Promise<ToolMessage | string> {
  const output = await callPort(port, name, args, {
    ...context,
    ...(id === undefined ? {} : { toolCallId: id }),
    ...(signal === undefined ? {} : { signal })
  })
  const content = modelTextOf(output)
  if (id === undefined) return content
  const failed = output.kind === 'refused' || output.isError
  const refusal = output.kind === 'refused' ? { artifact: output.refusal } : {}
  return new ToolMessage({ content, tool_call_id: id, name, status: failed ? 'error' : 'success', ...refusal })
}
