import { startDeadline } from './bounds/deadline.ts'
import { resolveBounds } from './bounds/resolve-bounds.ts'
import { answerRequest } from './client/answer-request.ts'
import { createClient } from './client/create-client.ts'
import { watchDrift } from './client/drift-watch.ts'
import type { ConnectOptions, McpClient } from './client/mcp-client.ts'
import { createRequestSender } from './client/request-sender.ts'
import { checkPin } from './eras/check-pin.ts'
import { negotiateEra } from './eras/negotiate-era.ts'
import { FOUNDATION_RELEASE } from './release.ts'
import type { McpTransport } from './transport/transport.ts'

const PROBE_TIMEOUT_MS = 3_000

/**
 * FLOW: opens a transport, agrees on a protocol revision and returns a tools-only client. Nothing is listed yet.
 *
 * Time: opening, negotiating and later listing share one budget, the `connectDeadlineMs` bound.
 * @throws GovernedError `bounds_invalid`, `protocol_version_unsupported`, `protocol_revision_changed`,
 *   `tools_not_offered`, `deadline_exceeded`, `cancelled`, `header_mismatch`, and all that a {@link McpTransport} rejects with
 */
export async function connect(transport: McpTransport, options: ConnectOptions = {}): Promise<McpClient> {
  const bounds = resolveBounds(options.bounds)
  const pinned = options.protocolVersion ?? null
  checkPin(pinned, transport.kind)
  const deadline = startDeadline('connectDeadlineMs', bounds.connectDeadlineMs, options.signal)
  const drift = watchDrift(options.onDriftSuspected)
  try {
    deadline.signal.throwIfAborted()
    const channel = await transport.open({
      bounds,
      signal: deadline.signal,
      onNotification: drift.onNotification,
      answer: answerRequest
    })
    try {
      const sender = createRequestSender(channel, bounds, drift.onNotification)
      const negotiated = await negotiateEra({
        channel,
        sender,
        clientInfo: options.clientInfo ?? FOUNDATION_RELEASE,
        pinned,
        probeTimeoutMs: options.probeTimeoutMs ?? PROBE_TIMEOUT_MS,
        signal: deadline.signal
      })
      if (negotiated.codec.protocolVersion === '2025-03-26') channel.acceptBatches()
      const listingBudgetMs = Math.max(1, bounds.connectDeadlineMs - deadline.elapsed())
      const authorization = options.authorization ?? 'none'
      return createClient({ channel, sender, negotiated, bounds, drift, authorization, listingBudgetMs })
    } catch (error) {
      await channel.close()
      throw error
    }
  } finally {
    deadline.done()
  }
}
