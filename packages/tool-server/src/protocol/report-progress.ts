import type { JsonObject, ToolProgress } from '@b10x/ports'
import { notificationText } from './answers.ts'
import type { Exchange } from './exchange.ts'
import { isJsonObject, ownMember } from './json-members.ts'
import { jsonText } from './json-text.ts'
import { idText } from './read-message.ts'
import type { RunningCall } from './running-call.ts'

/**
 * Passes progress on to a client that asked for it and can be told (`progressToken`). It only grows and ends with the call
 * (MCP, progress); numbers that break that are dropped. Null where nobody asked.
 */
export function progressReporter(params: JsonObject, exchange: Exchange, call: RunningCall): ((progress: ToolProgress) => void) | null {
  const meta = ownMember(params, '_meta')
  const given = isJsonObject(meta) ? ownMember(meta, 'progressToken') : undefined
  const token = given === undefined ? null : idText(given)
  const notify = token === null ? null : exchange.notify
  if (notify === null) return null
  let last = -Infinity
  return ({ progress, total }) => {
    if (call.isOver || !Number.isFinite(progress) || progress <= last) return
    last = progress
    const known = total !== undefined && Number.isFinite(total) ? `,"total":${jsonText(total)}` : ''
    notify(notificationText('notifications/progress', `{"progressToken":${token},"progress":${jsonText(progress)}${known}}`))
  }
}
