import { GovernedError } from '@b10x/ports/errors'
import type { Channel, EndpointEvidence, OpenContext } from '../transport/transport.ts'
import { connectServer } from './connect-server.ts'
import type { ChannelState, Connection } from './connect-server.ts'
import { createCorrelation } from '../transport/correlate-requests.ts'
import { identifyLaunched, isLauncher } from './identify-launched.ts'
import { spawnServer } from './spawn-server.ts'
import type { Launch } from './spawn-server.ts'
import { createStderrTail } from './stderr-tail.ts'

export type StdioEvidence = Extract<EndpointEvidence, { transport: 'stdio' }>

/**
 * Starts the server and opens the channel to it.
 * @throws GovernedError `program_not_found`, or the reason of the signal; nothing is left running then
 */
export async function openStdioChannel(
  launch: Launch,
  context: OpenContext,
  evidence: StdioEvidence
): Promise<Channel> {
  let endpoint: EndpointEvidence = evidence
  const state: ChannelState = {
    context,
    correlation: createCorrelation(),
    stderr: createStderrTail(context.bounds.maxStderrBytes),
    allowBatch: false,
    bannerLines: 0,
    strayMessages: 0,
    onFirstMessage({ tree }) {
      const launched = isLauncher(launch.program) ? identifyLaunched(tree) : undefined
      if (launched !== undefined) endpoint = { ...evidence, package: launched }
    }
  }
  let connection = await start(launch, state, context.signal)
  let restarting: Promise<void> | null = null
  let closing: Promise<void> | null = null

  const restart = async (signal: AbortSignal): Promise<void> => {
    const before = connection
    before.fail(connectionClosed())
    await before.server.end()
    if (closing !== null) throw connectionClosed()
    const next = await start(launch, state, signal)
    connection = next
    if (closing === null) return
    next.fail(connectionClosed())
    await next.server.end()
    throw connectionClosed()
  }

  const close = async (): Promise<void> => {
    connection.fail(connectionClosed())
    await connection.server.end()
    await restarting?.catch(() => {})
  }

  return {
    get endpoint() {
      return endpoint
    },
    async request(request) {
      if (closing !== null) throw connectionClosed()
      if (connection.failure !== null) throw connection.failure.error
      // Nothing is written before this tick ends. Where the write rejects, the answer does too.
      connection.write(request.body, () => state.correlation.dispatch(request)).catch(() => {})
      return state.correlation.add(request)
    },
    async notify(body) {
      if (closing !== null) throw connectionClosed()
      await connection.write(body)
    },
    acceptBatches() {
      state.allowBatch = true
    },
    async restart(signal) {
      if (closing !== null || restarting !== null) throw connectionClosed()
      restarting = restart(signal)
      await restarting
    },
    diagnostics: () => ({
      bannerLines: state.bannerLines,
      strayMessages: state.strayMessages,
      stderrBytes: state.stderr.totalBytes,
      stderrTail: state.stderr.text()
    }),
    close() {
      closing ??= close()
      return closing
    }
  }
}

async function start(launch: Launch, state: ChannelState, signal: AbortSignal): Promise<Connection> {
  signal.throwIfAborted()
  const connection = connectServer(await spawnServer(launch), state)
  if (signal.aborted) {
    connection.fail(signal.reason)
    await connection.server.end()
    throw signal.reason
  }
  return connection
}

function connectionClosed(): GovernedError {
  return new GovernedError('connection_closed', {})
}
