import type { CliIo } from '@b10x/mcp-cli/command-line'
import { readCallArguments } from '@b10x/mcp-cli/terminal'
import type { Output } from '@b10x/mcp-cli/terminal'
import type { JsonObject, ToolResult } from '@b10x/ports'
import type { CallInvocation } from '../arguments/invocation.ts'
import { askApprovals } from '../connection/ask-approvals.ts'
import { loadProfile } from '../connection/load-profile.ts'
import { openEvidence } from '../connection/open-evidence.ts'
import { withRun } from '../connection/with-run.ts'
import { renderResult, resultMembers } from '../output/render-result.ts'

/** `call`: one reviewed tool through the whole flow of a call, policy and approval included. */
export async function callTool(invocation: CallInvocation, io: CliIo, output: Output): Promise<number> {
  const args: JsonObject = readCallArguments(invocation.argumentsText)
  const profile = await loadProfile(invocation.file, io)
  const evidence = openEvidence(invocation, io)
  let result: ToolResult
  try {
    const governance = { ...evidence.governance, ...askApprovals(io, output) }
    result = await withRun(profile, io, governance, (run) =>
      run.tools.callTool(invocation.tool, args, {
        signal: io.signal,
        onProgress: ({ progress, total }) => output.note(`progress ${progress}${total === undefined ? '' : `/${total}`}`)
      })
    )
  } finally {
    evidence.close()
  }
  if (output.json) output.document(resultMembers(result))
  else output.lines(renderResult(result, output.style))
  if (result.isError) output.note(output.noteStyle.yellow('The tool says that it failed.'))
  return result.isError ? 1 : 0
}
