import { randomUUID } from 'node:crypto'
import type { JsonValue } from '@b10x/ports'
import { invalidOption, refuseUnknownOptions } from '../admission/invalid-option.ts'
import { awaitAbortable, throwIfCancelled } from './await-abortable.ts'
import { createToolGathering } from './gather-tools.ts'
import { demandResult } from './judge-task-result.ts'
import type { ModelMessage } from './model-port.ts'
import type { PromptOptions, Session, SessionOptions, SessionResult, SessionTools, TaskOptions } from './session.ts'
import { takeTurns } from './take-turns.ts'
import type { TurnSettings } from './take-turns.ts'

const KNOWN: readonly (keyof SessionOptions)[] = [
  'actor', 'approvals', 'audit', 'clock', 'hooks', 'maxParallelCalls', 'maxTurns', 'model', 'results', 'runId', 'system', 'tenantId', 'toolPolicy', 'tools'
]
const KNOWN_OF_PROMPT: readonly (keyof PromptOptions)[] = ['signal', 'tools']
const KNOWN_OF_TASK: readonly (keyof TaskOptions)[] = [...KNOWN_OF_PROMPT, 'resultSchema']

const DEFAULT_TURNS = 16
const DEFAULT_PARALLEL_CALLS = 8

/**
 * A small loop between a model and governed tools.
 * @throws GovernedError `option_invalid`, `tool_name_collision`
 */
export function createSession(options: SessionOptions): Session {
  refuseUnknownOptions(options, KNOWN)
  const { model, tools, maxTurns, maxParallelCalls, system, ...governance } = options
  const runId = governance.runId ?? randomUUID()
  const gather = createToolGathering({ ...governance, runId })
  // A port of somebody else knows its own run, unless the host named one.
  const { actor, tenantId, runId: named } = governance
  const settings = {
    model,
    maxTurns: positive('maxTurns', maxTurns ?? DEFAULT_TURNS),
    maxParallelCalls: positive('maxParallelCalls', maxParallelCalls ?? DEFAULT_PARALLEL_CALLS),
    caller: { ...(actor === undefined ? {} : { actor }), ...(tenantId === undefined ? {} : { tenantId }), ...(named === undefined ? {} : { runId: named }) }
  }
  // Collisions among the tools of the session are known now.
  gather(tools)
  const conversation = [...systemMessage(system)]
  let queue: Promise<unknown> = Promise.resolve()

  function turnsWith(promptTools: SessionTools | undefined, signal: AbortSignal): TurnSettings {
    return { ...settings, port: gather(tools, promptTools), signal }
  }

  function prompt(text: string, promptOptions: PromptOptions = {}): Promise<SessionResult> {
    const before = queue
    const run = async (): Promise<SessionResult> => {
      refuseUnknownOptions(promptOptions, KNOWN_OF_PROMPT)
      const { tools: promptTools, signal = neverAborted() } = promptOptions
      await awaitAbortable(before, signal, 0)
      throwIfCancelled(signal)
      const turns = turnsWith(promptTools, signal)
      const length = conversation.push(userMessage(text))
      try {
        return await takeTurns(conversation, turns)
      } catch (error) {
        // Nothing was said and nothing was done: as if it had not been asked.
        if (conversation.length === length) conversation.pop()
        throw error
      }
    }
    const result = run()
    queue = Promise.allSettled([before, result])
    return result
  }

  async function task(text: string, taskOptions: TaskOptions = {}): Promise<SessionResult & { readonly value?: JsonValue }> {
    refuseUnknownOptions(taskOptions, KNOWN_OF_TASK)
    const { tools: taskTools, signal = neverAborted(), resultSchema } = taskOptions
    const turns = turnsWith(taskTools, signal)
    if (resultSchema === undefined) return takeTurns([...systemMessage(system), userMessage(text)], turns)
    const demand = await demandResult(resultSchema)
    const instructions = system === undefined ? demand.text : `${system}\n\n${demand.text}`
    const result = await takeTurns([...systemMessage(instructions), userMessage(text)], turns)
    return { ...result, value: demand.judge(result.text) }
  }

  return { runId, prompt, task: task as Session['task'], transcript: () => [...conversation] }
}

function systemMessage(text: string | undefined): readonly ModelMessage[] {
  return text === undefined ? [] : [Object.freeze({ role: 'system', text } as const)]
}

function userMessage(text: string): ModelMessage {
  return Object.freeze({ role: 'user', text })
}

function neverAborted(): AbortSignal {
  return new AbortController().signal
}

function positive(option: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value
  throw invalidOption(option, 'it is no positive whole number')
}
