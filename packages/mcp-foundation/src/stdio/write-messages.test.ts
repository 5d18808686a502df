import { PassThrough, Writable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { createMessageWriter } from './write-messages.ts'

const settled = (promise: Promise<void>): Promise<string> =>
  promise.then(
    () => 'resolved',
    (error: unknown) => `rejected ${String(error)}`
  )

/** A pipe whose other side never reads. */
const stuck = (): Writable => new Writable({ write: () => {} })

test('messages of one tick are one write, a line each, in order', async () => {
  const stdin = new PassThrough()
  const write = vi.spyOn(stdin, 'write')
  const writer = createMessageWriter(stdin)
  await Promise.all([writer.write('a'), writer.write('b', () => true), writer.write('€')])
  expect(write.mock.calls.map(([text]) => String(text))).toEqual(['a\nb\n€\n'])
})

test('a message that is withdrawn is not written', async () => {
  const stdin = new PassThrough()
  const writer = createMessageWriter(stdin)
  expect(await settled(writer.write('a', () => false))).toBe('resolved')
  expect(stdin.read()).toBe(null)
})

test('admit runs when the tick ends, not before', async () => {
  const admit = vi.fn<() => boolean>(() => true)
  const written = createMessageWriter(new PassThrough()).write('a', admit)
  expect(admit).not.toHaveBeenCalled()
  await written
  expect(admit).toHaveBeenCalledTimes(1)
})

test('what is stuck rejects when the child is gone, and so does everything later', async () => {
  const writer = createMessageWriter(stuck())
  const before = [settled(writer.write('a')), settled(writer.write('b'))]
  await new Promise((resolve) => process.nextTick(resolve))
  expect(writer.pendingBytes).toBeGreaterThan(0)
  const queued = vi.fn<() => boolean>(() => true)
  before.push(settled(writer.write('c', queued)))
  writer.fail('gone')
  writer.fail('again')
  before.push(settled(writer.write('d', queued)))
  expect(await Promise.all(before)).toEqual(Array(4).fill('rejected gone'))
  expect(queued).not.toHaveBeenCalled()
})

test('a failed write waits for the owner to say why', async () => {
  const stdin = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) })
  const failed = new Promise((resolve) => stdin.once('error', resolve))
  const writer = createMessageWriter(stdin)
  const written = settled(writer.write('a'))
  await failed
  writer.fail('exited 3')
  expect(await written).toBe('rejected exited 3')
})

test('a body of two lines is a mistake of the caller', () => {
  expect(() => createMessageWriter(stuck()).write('a\nb')).toThrow(TypeError)
})
