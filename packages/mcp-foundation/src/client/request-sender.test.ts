import { GovernedError } from '@b10x/ports/errors'
import { expectCode } from '@b10x/testkit'
import { expect, it } from 'vitest'
import { DEFAULT_BOUNDS } from '../bounds/default-bounds.ts'
import type { Channel } from '../transport/transport.ts'
import { createRequestSender } from './request-sender.ts'

it('loses a cancellation that can no longer be sent, and nothing else', async () => {
  const stop = new AbortController()
  const tried: string[] = []
  const channel: Pick<Channel, 'endpoint' | 'request' | 'notify'> = {
    endpoint: { transport: 'stdio', command: ['peer'], program: '/peer' },
    request: ({ onDispatch, signal }) => {
      onDispatch()
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    },
    notify: async (body) => {
      tried.push(body)
      throw new GovernedError('connection_closed', {})
    }
  }
  const sender = createRequestSender(channel as Channel, DEFAULT_BOUNDS, () => {})
  sender.speak({ era: 'modern', protocolVersion: '2026-07-28', cancelsByMessage: false, envelope: () => '', headers: () => [] })
  const sending = sender.send('tools/list', '', { signal: stop.signal })
  stop.abort(new GovernedError('cancelled', {}))
  await expectCode(sending, 'cancelled')
  // An unhandled rejection would fail the run.
  await new Promise(setImmediate)
  expect(tried).toEqual([expect.stringContaining('"method":"notifications/cancelled","params":{"requestId":1')])
})
