import type { Progress } from '../client/mcp-client.ts'
import { ownMember } from '../json/is-json-object.ts'
import type { ReceivedNotification } from '../json-rpc/received-message.ts'

/**
 * Hands on the progress of one request. It must grow (MCP, progress); what breaks the rules is noise and is left out.
 */
export function readProgress(
  onProgress: (progress: Progress) => void
): (notification: ReceivedNotification, id: number) => void {
  let last = Number.NEGATIVE_INFINITY
  return ({ method, params }, id) => {
    if (method !== 'notifications/progress' || ownMember(params, 'progressToken') !== id) return
    const progress = ownMember(params, 'progress')
    const total = ownMember(params, 'total')
    const message = ownMember(params, 'message')
    if (typeof progress !== 'number' || progress <= last) return
    last = progress
    try {
      onProgress({
        progress,
        ...(typeof total === 'number' ? { total } : {}),
        ...(typeof message === 'string' ? { message } : {})
      })
    } catch {
      // The call goes on: a listener that throws must not cost a result.
    }
  }
}
