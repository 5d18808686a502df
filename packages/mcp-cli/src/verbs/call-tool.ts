import type { CallOutcome, JsonObject, McpClient, Progress } from '@b10x/mcp-foundation'
import { stringifyJson } from '@b10x/mcp-foundation'
import type { CallInvocation } from '../arguments/invocation.ts'
import { readCallArguments } from '../arguments/read-call-arguments.ts'
import type { CliIo } from '../cli-io.ts'
import { remainingMs } from '../connection/connection-bounds.ts'
import { withClient } from '../connection/with-client.ts'
import { escapeText } from '../output/escape-text.ts'
import type { Output } from '../output/output.ts'
import { renderOutcome } from '../output/render-outcome.ts'

/** `call`: one `tools/call`, on the wire at most once, its result untouched. */
export async function callTool(invocation: CallInvocation, io: CliIo, output: Output): Promise<number> {
  const { target, connection, tool } = invocation
  const args = readCallArguments(invocation.argumentsText)
  const startedMs = performance.now()
  const call = (client: McpClient): Promise<CallOutcome> => {
    const deadlineMs = remainingMs(connection, performance.now() - startedMs)
    return client.callTool(tool, args, {
      signal: io.signal,
      onProgress: (progress) => output.note(renderProgress(progress)),
      ...(deadlineMs === null ? {} : { deadlineMs })
    })
  }
  const request = { target, connection, protocolVersion: connection.protocol }
  const outcome = await withClient(request, io, async (client) => {
    await client.freeze({ signal: io.signal })
    return call(client)
  })
  if (output.json) output.exactJson(outcomeJson(outcome))
  else output.lines(renderOutcome(outcome, output.style))
  noteOutcome(outcome, output)
  return outcome.kind === 'complete' && !outcome.isError ? 0 : 1
}

/** The document is put together as text: `result` keeps the bytes that the server sent. */
function outcomeJson(outcome: CallOutcome): string {
  const isError = outcome.kind === 'complete' ? outcome.isError : null
  const reason = outcome.kind === 'unrecognized' ? { reason: outcome.reason } : {}
  const head = stringifyJson({ kind: outcome.kind, isError, ...reason, ...violationJson(outcome) })
  return `${head.slice(0, -1)},"result":${outcome.resultText}}\n`
}

function violationJson(outcome: CallOutcome): JsonObject {
  if (outcome.kind !== 'complete' || outcome.outputSchemaViolation === undefined) return {}
  const { reason, violations } = outcome.outputSchemaViolation
  return { outputSchemaViolation: { reason, violations: violations.map(({ pointer, keyword, schemaPointer }) => ({ pointer, keyword, schemaPointer })) } }
}

function noteOutcome(outcome: CallOutcome, output: Output): void {
  const { yellow } = output.noteStyle
  if (outcome.kind === 'input_required') output.note(yellow('The tool did not run: the server wants more input.'))
  if (outcome.kind === 'unrecognized') output.note(yellow(`The result is not a finished call: ${outcome.reason}.`))
  if (outcome.kind === 'complete' && outcome.isError) output.note(yellow('The tool says that it failed.'))
  if (outcome.kind === 'complete' && outcome.outputSchemaViolation !== undefined) {
    output.note(yellow('The tool ran. Its result is not known to be what its outputSchema promises.'))
  }
}

function renderProgress({ progress, total, message }: Progress): string {
  const share = total === undefined ? `${progress}` : `${progress}/${total}`
  return `progress ${share}${message === undefined ? '' : ` ${escapeText(message)}`}`
}
