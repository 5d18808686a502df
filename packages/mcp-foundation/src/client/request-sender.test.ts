import { GovernedError } from '@b10x/ports/errors'
import { expectCode } from '@b10x/testkit'
import { expect, it } from 'vitest'
import { DEFAULT_BOUNDS } from '../bounds/default-bounds.ts'
import type { Channel, WireRequest } from '../transport/transport.ts'
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

it('owes no cancellation once a challenge said that nothing ran, and owes it again when the message is sent again', async () => {
  const tried: string[] = []
  let play: (request: WireRequest) => void = () => {}
  const channel: Pick<Channel, 'endpoint' | 'request' | 'notify'> = {
    endpoint: { transport: 'stdio', command: ['peer'], program: '/peer' },
    request: (request) => {
      play(request)
      return new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)))
    },
    notify: async (body) => void tried.push(body)
  }
  const sender = createRequestSender(channel as Channel, DEFAULT_BOUNDS, () => {})
  sender.speak({ era: 'modern', protocolVersion: '2026-07-28', cancelsByMessage: false, envelope: () => '', headers: () => [] })
  const abandon = async (onWire: (request: WireRequest) => void): Promise<number> => {
    play = onWire
    const stop = new AbortController()
    const sending = sender.send('tools/list', '', { signal: stop.signal })
    stop.abort(new GovernedError('cancelled', {}))
    await expectCode(sending, 'cancelled')
    return tried.length
  }
  expect(await abandon(({ onDispatch, onChallenge }) => [onDispatch, onChallenge].forEach((tell) => tell?.()))).toBe(0)
  expect(await abandon(({ onDispatch, onChallenge }) => [onDispatch, onChallenge, onDispatch].forEach((tell) => tell?.()))).toBe(1)
})
