import { randomUUID } from 'node:crypto'
import type { CliIo } from '@b10x/mcp-cli/command-line'
import { renderValue } from '@b10x/mcp-cli/terminal'
import type { Output } from '@b10x/mcp-cli/terminal'
import type { JsonValue } from '@b10x/mcp-foundation'
import type { ApprovalAnswer, ApprovalPort, ApprovalReservation, ApprovalSubject } from '@b10x/ports'

/**
 * Asks whoever sits at the terminal, one call after the other, with everything that would be sent on the screen. Where
 * nobody sits there, or stdout is for a program, there are no approvals.
 */
export function askApprovals(io: CliIo, output: Output): { readonly approvals?: ApprovalPort } {
  const { ask } = io
  if (ask === null || output.json) return {}
  let last: Promise<unknown> = Promise.resolve()

  async function askOnce(subject: ApprovalSubject, signal: AbortSignal): Promise<ApprovalAnswer> {
    if (signal.aborted || ask === null) return 'absent'
    for (const line of renderSubject(subject, output)) output.note(line)
    const answer = await ask(`Make this one call of ${subject.tool}? [y/N] `, signal)
    // Whoever answers too late answers for a call that nobody waits for any more.
    if (signal.aborted) return 'absent'
    return /^y(es)?$/i.test(answer.trim()) ? reserveOnce() : 'denied'
  }

  return {
    approvals: {
      reserve(subject, signal) {
        const turn = last.then(() => askOnce(subject, signal))
        last = turn.catch(() => undefined)
        return turn
      }
    }
  }
}

function reserveOnce(): ApprovalReservation {
  let isHeld = true
  const spend = (): boolean => {
    const wasHeld = isHeld
    isHeld = false
    return wasHeld
  }
  return { id: `terminal-${randomUUID()}`, redeem: () => Promise.resolve(spend()), release: () => Promise.resolve(void spend()) }
}

function renderSubject({ tool, source, effect, arguments: args, argumentsDigest }: ApprovalSubject, { noteStyle }: Output): readonly string[] {
  return [
    noteStyle.bold(`${tool} of ${source} (${effect ?? 'unknown effect'}) needs your approval for exactly these arguments:`),
    ...renderValue(args as JsonValue).map((line) => `  ${line}`),
    noteStyle.dim(argumentsDigest)
  ]
}
