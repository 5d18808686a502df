import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { openTurnstile } from './turnstile.ts'

it('lets one in at a time, in order, and forgets who left while waiting', async () => {
  await using turnstile = await openTurnstile()
  const admitted: string[] = []
  const arrive = async (name: string): Promise<Socket> => {
    const socket = connect(turnstile.port, '127.0.0.1').on('data', () => admitted.push(name))
    await once(socket, 'connect')
    return socket
  }
  const first = await arrive('first')
  await once(first, 'data')
  const second = await arrive('second')
  const third = await arrive('third')
  second.destroy()
  await once(second, 'close')
  expect(admitted).toEqual(['first'])
  first.destroy()
  await once(third, 'data')
  expect(admitted).toEqual(['first', 'third'])
  third.destroy()
})
