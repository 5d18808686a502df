import { randomUUID } from 'node:crypto'
import { createScriptedModel, createSession, parseModelScript } from '@b10x/harness-mcp'
import type { Governance, ModelScriptStep, RunProfile, SessionCall, SessionResult } from '@b10x/harness-mcp'
import type { CliIo } from '@b10x/mcp-cli/command-line'
import { attachOperatorText, escapeLines, escapeText } from '@b10x/mcp-cli/terminal'
import type { Output } from '@b10x/mcp-cli/terminal'
import type { JsonObject } from '@b10x/mcp-foundation'
import type { ToolPort } from '@b10x/ports'
import type { RunInvocation } from '../arguments/invocation.ts'
import { askApprovals } from '../connection/ask-approvals.ts'
import { loadProfile } from '../connection/load-profile.ts'
import { openEvidence } from '../connection/open-evidence.ts'
import { withRun } from '../connection/with-run.ts'
import { readTextFile } from '../files/read-text-file.ts'

interface Played extends SessionResult {
  /** Steps of the script that were not reached. */
  readonly stepsLeft: number
}

/** `run`: a session whose model is a script, over the reviewed tools of every profile that is named. */
export async function runScript(invocation: RunInvocation, io: CliIo, output: Output): Promise<number> {
  const steps = parseModelScript(await readTextFile(invocation.script, io), invocation.script)
  const profiles: RunProfile[] = []
  for (const file of invocation.files) profiles.push(await loadProfile(file, io))
  const evidence = openEvidence(invocation, io)
  let played: Played
  try {
    // The rows of all servers and of the session belong to one run.
    const governance = { ...evidence.governance, ...askApprovals(io, output), runId: randomUUID() }
    played = await withRuns(profiles, io, governance, (tools) => play(steps, tools, invocation.prompt, governance, io))
  } finally {
    evidence.close()
  }
  if (output.json) output.document(playedMembers(played))
  else output.lines(renderPlayed(played, output))
  if (played.stepsLeft > 0) output.note(output.noteStyle.yellow(`${played.stepsLeft} steps of the script were not reached.`))
  return played.stepsLeft > 0 ? 1 : 0
}

/** Every run stands while the next one is prepared; whatever happens, all are closed. */
async function withRuns<T>(
  profiles: readonly RunProfile[],
  io: CliIo,
  governance: Omit<Governance, 'toolPolicy'>,
  use: (tools: readonly ToolPort[]) => Promise<T>,
  opened: readonly ToolPort[] = []
): Promise<T> {
  const [profile, ...others] = profiles
  if (profile === undefined) return use(opened)
  return withRun(profile, io, governance, (run) => withRuns(others, io, governance, use, [...opened, run.tools]))
}

async function play(steps: readonly ModelScriptStep[], tools: readonly ToolPort[], prompt: string, governance: Omit<Governance, 'toolPolicy'>, io: CliIo): Promise<Played> {
  const model = createScriptedModel(steps)
  const session = createSession({ model, tools, maxTurns: Math.max(1, steps.length), ...governance })
  try {
    const { text, turns, calls } = await session.prompt(prompt, { signal: io.signal })
    return { text, turns, calls, stepsLeft: model.stepsLeft }
  } catch (error) {
    // Why a script failed is written in it; nothing of a server is.
    throw attachOperatorText(error, { stderrTail: '', secrets: [] })
  }
}

function playedMembers({ text, turns, calls, stepsLeft }: Played): JsonObject {
  return { text, turns, calls: calls.map(({ toolCallId, name, refusal, isError }) => ({ toolCallId, name, refusal, isError })), stepsLeft }
}

function renderPlayed({ text, calls }: Played, { style }: Output): readonly string[] {
  return [...calls.map((call) => renderCall(call, style)), ...escapeLines(text)]
}

function renderCall({ name, refusal, isError }: SessionCall, style: Output['style']): string {
  if (refusal !== null) return `${escapeText(name)}  ${style.red(refusal)}`
  return `${escapeText(name)}  ${isError ? style.yellow('isError') : style.green('ok')}`
}
