import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import type { ApprovalAnswer, ApprovalPort, ApprovalReservation, ApprovalSubject } from '@b10x/ports'
import { describeSubject } from './describe-subject.ts'

/** Streams that may belong to a terminal. */
export interface TerminalApprovalsOptions {
  /** Default standard input. */
  readonly input?: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  /** Default standard error, so that output of the program stays clean. */
  readonly output?: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

/**
 * Asks the person at the terminal, one call at a time, and shows all that the approval would hold for with everything
 * that is not seen written out. Where one of the two is no terminal, the answer is no. An answer holds for the call that
 * was asked about, and for no later one.
 */
export function createTerminalApprovals({ input = process.stdin, output = process.stderr }: TerminalApprovalsOptions = {}): ApprovalPort {
  let turn: Promise<unknown> = Promise.resolve()

  async function ask(subject: ApprovalSubject, signal: AbortSignal): Promise<ApprovalAnswer> {
    if (signal.aborted) return 'absent'
    output.write(describeSubject(subject))
    const answer = await readAnswer(input, output, `Approve this one call of ${subject.tool}? [y/N] `, signal)
    if (answer === null) return 'absent'
    return /^\s*y(?:es)?\s*$/i.test(answer) ? reserveOnce() : 'denied'
  }

  return Object.freeze<ApprovalPort>({
    reserve(subject, signal) {
      if (input.isTTY !== true || output.isTTY !== true) return Promise.resolve('denied')
      const asked = turn.then(() => ask(subject, signal))
      turn = asked.catch(() => {})
      return asked
    }
  })
}

/** A line; empty at the end of the input; null where nobody waits for it any more. */
function readAnswer(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, question: string, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    // The terminal edits the line; without `terminal` nothing that is typed can act on what was shown.
    const lines = createInterface({ input, terminal: false })
    let ended = false
    const end = (answer: string | null): void => {
      if (ended) return
      ended = true
      signal.removeEventListener('abort', abort)
      lines.close()
      if (answer === null) output.write('\n')
      resolve(answer)
    }
    const abort = (): void => end(null)
    lines.once('line', end)
    lines.once('close', () => end(''))
    signal.addEventListener('abort', abort, { once: true })
    output.write(question)
  })
}

function reserveOnce(): ApprovalReservation {
  let held = true
  const spend = async (): Promise<boolean> => {
    const was = held
    held = false
    return was
  }
  return Object.freeze<ApprovalReservation>({ id: `terminal_${randomUUID()}`, redeem: spend, release: async () => void (await spend()) })
}
