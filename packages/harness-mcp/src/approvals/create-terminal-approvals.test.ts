// F14, X-04: what a person decides by is shown whole and escaped, and only a person at a terminal can say yes.
import { PassThrough } from 'node:stream'
import type { ApprovalAnswer, ApprovalReservation, ApprovalSubject } from '@b10x/ports'
import { describe, expect, it } from 'vitest'
import { subjectOf } from './__fixtures__/subjects.ts'
import { createTerminalApprovals } from './create-terminal-approvals.ts'

const { signal } = new AbortController()

type Stream = ReturnType<typeof openStream>

function openStream(isTTY: boolean) {
  return Object.assign(new PassThrough(), { isTTY })
}

interface Terminal {
  readonly input: Stream
  readonly output: Stream
  readonly screen: () => string
  /** Resolves once the text stands on the screen so many times. */
  readonly shown: (text: string, times?: number) => Promise<void>
}

function openTerminal(isTTY: { readonly input?: boolean; readonly output?: boolean } = {}): Terminal {
  const [input, output] = [openStream(isTTY.input ?? true), openStream(isTTY.output ?? true)]
  let screen = ''
  output.setEncoding('utf8').on('data', (chunk: string) => (screen += chunk))
  return {
    input,
    output,
    screen: () => screen,
    async shown(text, times = 1) {
      while (screen.split(text).length <= times) await new Promise((resolve) => output.once('data', resolve))
    }
  }
}

function isReservation(answer: ApprovalAnswer): answer is ApprovalReservation {
  return typeof answer === 'object'
}

describe('at a terminal', () => {
  it.each([
    ['y', true],
    ['Yes', true],
    ['', false],
    ['n', false],
    ['yes please', false],
    ['yy', false]
  ])('the answer %j is an approval: %s', async (line, approved) => {
    const terminal = openTerminal()
    const answer = createTerminalApprovals(terminal).reserve(subjectOf({ to: 'a' }), signal)
    await terminal.shown('[y/N] ')
    terminal.input.write(`${line}\n`)
    expect(isReservation(await answer)).toBe(approved)
  })

  it('an approval is spent once, and holds for the call that was asked about', async () => {
    const terminal = openTerminal()
    const approvals = createTerminalApprovals(terminal)
    const answer = approvals.reserve(subjectOf({ to: 'a' }), signal)
    await terminal.shown('[y/N] ')
    terminal.input.write('y\n')
    const reservation = (await answer) as ApprovalReservation
    expect([await reservation.redeem(), await reservation.redeem()]).toEqual([true, false])
    const again = approvals.reserve(subjectOf({ to: 'a' }), signal)
    await terminal.shown('[y/N] ', 2)
    terminal.input.write('n\n')
    expect(await again).toBe('denied')
  })

  it('one that was given back is gone', async () => {
    const terminal = openTerminal()
    const answer = createTerminalApprovals(terminal).reserve(subjectOf({ to: 'a' }), signal)
    await terminal.shown('[y/N] ')
    terminal.input.write('y\n')
    const reservation = (await answer) as ApprovalReservation
    await reservation.release()
    expect(await reservation.redeem()).toBe(false)
  })

  it('calls are asked about one after the other, and an answer is for one', async () => {
    const terminal = openTerminal()
    const approvals = createTerminalApprovals(terminal)
    const answers = [approvals.reserve(subjectOf({ to: 'first' }), signal), approvals.reserve(subjectOf({ to: 'second' }), signal)] as const
    await terminal.shown('[y/N] ')
    expect(terminal.screen()).not.toContain('second')
    // What was typed ahead is no answer to a question that was not read yet.
    terminal.input.write('n\ny\n')
    expect(await answers[0]).toBe('denied')
    await terminal.shown('second')
    await terminal.shown('[y/N] ', 2)
    terminal.input.write('n\n')
    expect(await answers[1]).toBe('denied')
  })

  it('a call that is given up is not asked about, or not any more', async () => {
    const terminal = openTerminal()
    const approvals = createTerminalApprovals(terminal)
    expect(await approvals.reserve(subjectOf({ to: 'gone' }), AbortSignal.abort())).toBe('absent')
    expect(terminal.screen()).toBe('')
    const controller = new AbortController()
    const answer = approvals.reserve(subjectOf({ to: 'a' }), controller.signal)
    await terminal.shown('[y/N] ')
    controller.abort()
    expect(await answer).toBe('absent')
    const next = approvals.reserve(subjectOf({ to: 'b' }), signal)
    await terminal.shown('[y/N] ', 2)
    terminal.input.write('y\n')
    expect(isReservation(await next)).toBe(true)
  })

  it('the end of the input is a no', async () => {
    const terminal = openTerminal()
    const answer = createTerminalApprovals(terminal).reserve(subjectOf({ to: 'a' }), signal)
    await terminal.shown('[y/N] ')
    terminal.input.end()
    expect(await answer).toBe('denied')
  })
})

it.each([{ input: false }, { output: false }])('without a terminal the answer is no: %j', async (isTTY) => {
  const terminal = openTerminal(isTTY)
  expect(await createTerminalApprovals(terminal).reserve(subjectOf({ to: 'a' }), signal)).toBe('denied')
  expect(terminal.screen()).toBe('')
})

describe('what is shown', () => {
  async function show(subject: ApprovalSubject): Promise<string> {
    const terminal = openTerminal()
    const answer = createTerminalApprovals(terminal).reserve(subject, signal)
    await terminal.shown('[y/N] ')
    terminal.input.write('\n')
    await answer
    return terminal.screen()
  }

  it('is tool, effect, subject and every argument', async () => {
    const screen = await show(subjectOf({ to: 'a', body: 'x'.repeat(5_000) }, { tenantId: 'acme' }))
    for (const part of ['send of mail', 'write', 'user:alice', 'acme', '"to": "a"', 'x'.repeat(5_000), 'sha256:']) expect(screen).toContain(part)
    // The question stands below everything that the call says.
    expect(screen.indexOf('xxx')).toBeLessThan(screen.indexOf('send of mail'))
  })

  it.each([
    ['a tag character', '\u{e0041}', String.raw`\udb40\udc41`],
    ['a control of direction', '\u202e', String.raw`\u202e`],
    ['a zero-width space', '\u200b', String.raw`\u200b`],
    ['a selector of emoji', '\ufe0f', String.raw`\ufe0f`],
    ['an escape sequence', '\u001b[2J', String.raw`\u001b[2J`],
    ['a C1 control', '\u009b2J', String.raw`\u009b2J`],
    ['a backspace', 'no\b\byes', String.raw`no\b\byes`],
    ['a carriage return', 'no\ryes', String.raw`no\ryes`],
    ['a line end', 'no\n  | "to": "b"', String.raw`no\n  | \"to\": \"b\"`],
    ['a line separator', '\u2028', String.raw`\u2028`],
    ['half a character', '\ud800', String.raw`\ud800`]
  ])('is %s written out, in values and in names', async (_, hidden, visible) => {
    const screen = await show(subjectOf({ [hidden]: hidden }, { actor: hidden }))
    expect(screen).toContain(`  |   "${visible}": "${visible}"\n`)
    // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- what may not reach a terminal
    expect(screen.replaceAll(/^\s*\n/gm, '')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u200b\u202e\ufe0f\u{e0041}\ud800]/u)
  })
})
