import { GovernedError } from '@b10x/ports/errors'
import type { ReceivedMessage } from '../json-rpc/received-message.ts'
import type { OpenContext } from '../transport/transport.ts'
import { classifyLine } from './classify-line.ts'
import type { Correlation } from '../transport/correlate-requests.ts'
import { createLineFramer } from './frame-lines.ts'
import type { ServerProcess } from './spawn-server.ts'
import type { StderrTail } from './stderr-tail.ts'
import { createMessageWriter } from './write-messages.ts'

/** What all processes of one channel have in common. */
export interface ChannelState {
  readonly context: OpenContext
  readonly correlation: Correlation
  readonly stderr: StderrTail
  allowBatch: boolean
  bannerLines: number
  strayMessages: number
  /** Called once per process, before its first valid message is delivered. */
  readonly onFirstMessage: (server: ServerProcess) => void
}

/** The conversation with one process, until the process or the conversation ends. */
export interface Connection {
  readonly server: ServerProcess
  /** Why the conversation is over, or null. */
  readonly failure: { readonly error: unknown } | null
  write(body: string, admit?: () => boolean): Promise<void>
  /** Ends the conversation: what waits rejects with the error, and the process tree is ended. The first error stays. */
  fail(error: unknown): void
}

/**
 * Reads lines, writes lines, and sends each message where it belongs.
 * It fails with `message_invalid` or `bound_exceeded` (`maxMessageBytes`, `maxBannerLines`, `maxJsonDepth`) for what
 * the server sends, and with `process_exited` when the program ends or takes no more input
 * (its `cause` holds the tail of standard error, for the operator).
 */
export function connectServer(server: ServerProcess, state: ChannelState): Connection {
  const { bounds, answer, onNotification } = state.context
  const framer = createLineFramer(bounds.maxMessageBytes)
  const writer = createMessageWriter(server.stdin)
  let banners = 0
  let answered = false
  let failure: { readonly error: unknown } | null = null

  const fail = (error: unknown): void => {
    if (failure !== null) return
    failure = { error }
    state.correlation.rejectAll(error)
    writer.fail(error)
    void server.end()
  }

  const respond = (text: string): void => {
    writer.write(text).catch(() => {}) // the end of the process is reported elsewhere
    // A server that asks and asks and never reads our answers.
    const seen = writer.pendingBytes
    if (seen > bounds.maxMessageBytes) throw exceeded('maxMessageBytes', bounds.maxMessageBytes, seen)
  }

  const route = (message: ReceivedMessage): void => {
    if (message.kind === 'notification') {
      if (!state.correlation.deliver(message)) onNotification(message)
    } else if (message.kind === 'request') {
      const text = answer(message)
      if (text !== null) respond(text)
    } else if (!state.correlation.settle(message)) {
      state.strayMessages += 1
    }
  }

  const readLine = (line: Uint8Array): void => {
    if (failure !== null) return
    const { maxJsonDepth, maxBannerLines } = bounds
    const read = classifyLine(line, { maxJsonDepth, allowBatch: state.allowBatch, beforeFirstMessage: !answered })
    if (read.kind === 'banner') {
      banners += 1
      state.bannerLines += 1
      if (banners > maxBannerLines) throw exceeded('maxBannerLines', maxBannerLines, banners)
    } else if (read.kind === 'messages') {
      if (!answered) state.onFirstMessage(server)
      answered = true
      read.messages.forEach(route)
    }
  }

  server.stdout.on('data', (chunk: Buffer) => {
    if (failure !== null) return // read on, so that a server that is asked to leave can finish writing
    try {
      framer.push(chunk, readLine)
    } catch (error) {
      fail(error)
      server.stdout.destroy() // whatever it still wants to say: it is not read
    }
  })
  server.stderr.on('data', (chunk: Buffer) => state.stderr.push(chunk))
  server.stdin.on('error', () => void server.end())
  void server.exited.then((exit) => {
    fail(new GovernedError('process_exited', { ...exit }, { cause: { stderr: state.stderr.text() } }))
  })

  return {
    server,
    get failure() {
      return failure
    },
    write: (body, admit) => writer.write(body, admit),
    fail
  }
}

function exceeded(bound: 'maxMessageBytes' | 'maxBannerLines', limit: number, seen: number): GovernedError {
  return new GovernedError('bound_exceeded', { bound, limit, seen })
}
