import type { CallContext } from '@b10x/ports'
import { EMPTY_SANDBOX } from '../define/sandbox.ts'
import type { RunContext } from '../define/tool-context.ts'

/** What a job or an agent gets of a call: who, which run, until when. */
export function runContextOf(call: CallContext): RunContext {
  const { actor, tenantId, toolCallId = '', runId = '', inputDigest = '', signal = new AbortController().signal, onProgress } = call
  return Object.freeze<RunContext>({
    ...(actor === undefined ? {} : { actor }),
    ...(tenantId === undefined ? {} : { tenantId }),
    requestId: toolCallId,
    runId,
    inputDigest,
    signal,
    sandbox: EMPTY_SANDBOX,
    reportProgress: (progress, total) => onProgress?.(total === undefined ? { progress } : { progress, total })
  })
}
