import type { CliIo } from '@b10x/mcp-cli/command-line'
import { createOutput } from '@b10x/mcp-cli/terminal'
import type { ApprovalSubject } from '@b10x/ports'
import { expect, test } from 'vitest'
import { askApprovals } from './ask-approvals.ts'

const SUBJECT: ApprovalSubject = {
  tool: 'send',
  source: 's',
  effect: 'write',
  arguments: { to: 'a' },
  argumentsDigest: `sha256:${'0'.repeat(64)}`,
  policyVersion: '1',
  binding: `sha256:${'1'.repeat(64)}`
}

/** A person who answers when told to. */
function person() {
  const events: string[] = []
  const waiting: ((answer: string) => void)[] = []
  const stream = { isTTY: true, write: (text: string): void => void (text.includes('needs your approval') && events.push('shown')) }
  const ask = (): Promise<string> => {
    events.push('asked')
    return new Promise((resolve) => waiting.push(resolve))
  }
  const io: CliIo = { stdout: stream, stderr: stream, env: {}, cwd: '/', signal: new AbortController().signal, ask }
  const { approvals } = askApprovals(io, createOutput(io, { json: false, color: false }))
  if (approvals === undefined) throw new TypeError('nobody can be asked')
  const answer = (text: string): void => {
    events.push(`answered ${text}`)
    waiting.shift()?.(text)
  }
  return { events, approvals, answer }
}

const aMoment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('one question at a time, in order', async () => {
  const { events, approvals, answer } = person()
  const { signal } = new AbortController()
  const both = [approvals.reserve(SUBJECT, signal), approvals.reserve(SUBJECT, signal)]
  await aMoment()
  expect(events).toEqual(['shown', 'asked'])
  answer('n')
  await aMoment()
  expect(events).toEqual(['shown', 'asked', 'answered n', 'shown', 'asked'])
  answer(' Yes ')
  expect(await Promise.all(both)).toMatchObject(['denied', { id: expect.stringContaining('terminal-') as string }])
})

test('an approval is spent once, and not at all once it was given back', async () => {
  const { approvals, answer } = person()
  for (const first of ['redeem', 'release'] as const) {
    const asked = approvals.reserve(SUBJECT, new AbortController().signal)
    await aMoment()
    answer('y')
    const reservation = await asked
    if (typeof reservation === 'string') throw new TypeError(reservation)
    expect(await reservation[first]()).toBe(first === 'redeem' ? true : undefined)
    expect(await reservation.redeem()).toBe(false)
  }
})

test('an answer that comes too late is none', async () => {
  const { approvals, answer } = person()
  const call = new AbortController()
  const asked = approvals.reserve(SUBJECT, call.signal)
  await aMoment()
  call.abort()
  answer('y')
  expect(await asked).toBe('absent')
  expect(await approvals.reserve(SUBJECT, AbortSignal.abort())).toBe('absent')
})
