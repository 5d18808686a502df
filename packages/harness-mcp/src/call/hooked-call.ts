import type { JsonObject } from '@b10x/ports'
import type { HookedCall } from '../governance.ts'
import type { GovernedTool } from './authority.ts'
import type { GovernedCall } from './governed-call.ts'

export function describeHookedCall({ facts, time }: GovernedCall, { published }: GovernedTool, args: JsonObject): HookedCall {
  const { actor, tenantId, runId, toolCallId } = facts
  return Object.freeze({
    tool: published,
    arguments: args,
    ...(actor === undefined ? {} : { actor }),
    ...(tenantId === undefined ? {} : { tenantId }),
    ...(runId === undefined ? {} : { runId }),
    ...(toolCallId === undefined ? {} : { toolCallId }),
    signal: time.signal
  })
}
