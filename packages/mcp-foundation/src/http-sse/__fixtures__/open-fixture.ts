import type { Bounds } from '@b10x/ports'
import { onTestFinished } from 'vitest'
import { resolveBounds } from '../../bounds/resolve-bounds.ts'
import { answerRequest } from '../../client/answer-request.ts'
import type { ReceivedNotification } from '../../json-rpc/received-message.ts'
import type { HttpTransportOptions } from '../../streamable-http/transport-options.ts'
import type { Channel } from '../../transport/transport.ts'
import { sseTransport } from '../sse-transport.ts'

export interface OpenOptions extends HttpTransportOptions {
  readonly bounds?: Partial<Bounds>
  readonly signal?: AbortSignal
  readonly onNotification?: (notification: ReceivedNotification) => void
}

/** A channel that closes with the test. */
export async function openChannel(url: string, options: OpenOptions = {}): Promise<Channel> {
  const { bounds, signal = new AbortController().signal, onNotification = () => {}, ...transport } = options
  const context = { bounds: resolveBounds(bounds), signal, onNotification, answer: answerRequest }
  const channel = await sseTransport(url, transport).open(context)
  onTestFinished(() => channel.close())
  return channel
}

/** An event of the stream, by its data. */
export function event(data: string, name = 'message'): string {
  return `event: ${name}\ndata: ${data}\n\n`
}
