import { GovernedError } from '@b10x/ports/errors'
import { faultAnswer, notificationText, resultAnswer } from './answers.ts'
import type { Answer, Cancellable, Exchange } from './exchange.ts'
import { isJsonObject, ownMember } from './json-members.ts'
import type { RpcRequest } from './read-message.ts'
import { RPC, fixedFault, rpcFault } from './rpc-fault.ts'
import type { ServerState } from './server-state.ts'

const FILTER_INVALID = fixedFault(RPC.invalidParams, 400, 'The params of subscriptions/listen have notifications, an object.')
const STREAM_NEEDED = fixedFault(RPC.invalidRequest, 406, 'A subscription needs a client that accepts text/event-stream.')

/**
 * `subscriptions/listen` (MCP 2026-07-28): acknowledged first; a filter that nothing can come for completes at once. Every
 * message carries the id of the request.
 */
export async function listenForChanges(server: ServerState, { id, params }: RpcRequest, exchange: Exchange): Promise<Answer | null> {
  const lacking = exchange.demand('list')
  if (lacking !== null) return lacking
  const filter = ownMember(params, 'notifications')
  if (!isJsonObject(filter)) return faultAnswer(id, FILTER_INVALID)
  const { notify } = exchange
  if (notify === null) return faultAnswer(id, STREAM_NEEDED)
  const wanted = server.feed.offered && ownMember(filter, 'toolsListChanged') === true
  const subscription = `"io.modelcontextprotocol/subscriptionId":${id}`
  const meta = `"_meta":{${subscription}}`
  const acknowledge = (): void => {
    notify(notificationText('notifications/subscriptions/acknowledged', `{${meta},"notifications":${wanted ? '{"toolsListChanged":true}' : '{}'}}`))
  }
  const complete = resultAnswer(id, `{"resultType":"complete",${server.metaMember.slice(0, -1)},${subscription}}}`)
  if (!wanted) {
    acknowledge()
    return complete
  }
  return new Promise<Answer | null>((resolve) => {
    const changed = notificationText('notifications/tools/list_changed', `{${meta}}`)
    const stop = server.feed.listen({ changed: () => notify(changed), ended: () => end(complete) })
    const cancellable: Cancellable = { cancel: () => end(null) }
    const end = (answer: Answer | null): void => {
      stop?.()
      exchange.untrack(id, cancellable)
      resolve(answer)
    }
    if (stop === null) {
      const limit = server.bounds.maxSubscriptions
      resolve(faultAnswer(id, rpcFault(RPC.internal, 429, new GovernedError('rate_limited', { limit, windowMs: null }))))
      return
    }
    exchange.track(id, cancellable)
    exchange.onGone(cancellable)
    acknowledge()
  })
}
