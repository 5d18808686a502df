import { randomUUID } from 'node:crypto'
import type { JsonValue } from '@b10x/mcp-foundation'
import type { ApprovalPort, ApprovalSubject } from '@b10x/ports'
import type { CliIo } from '../cli-io.ts'
import type { Output } from '../output/output.ts'
import { renderValue } from '../output/render-value.ts'

/**
 * Asks whoever sits at the terminal, call by call, with everything that would be sent on the screen. Where nobody sits
 * there, or stdout is for a program, there are no approvals.
 */
export function askApprovals(io: CliIo, output: Output): { readonly approvals?: ApprovalPort } {
  const { ask } = io
  if (ask === null || output.json) return {}
  return {
    approvals: {
      async reserve(subject) {
        for (const line of renderSubject(subject, output)) output.note(line)
        const answer = await ask('Make this call? [y/N] ')
        if (!/^y(es)?$/i.test(answer.trim())) return 'denied'
        let isSpent = false
        return {
          id: `terminal-${randomUUID()}`,
          redeem: () => {
            const isFirst = !isSpent
            isSpent = true
            return Promise.resolve(isFirst)
          },
          release: () => {
            isSpent = true
            return Promise.resolve()
          }
        }
      }
    }
  }
}

function renderSubject({ tool, source, effect, arguments: args, argumentsDigest }: ApprovalSubject, { noteStyle }: Output): readonly string[] {
  return [
    noteStyle.bold(`${tool} of ${source} (${effect ?? 'unknown effect'}) needs your approval for exactly these arguments:`),
    ...renderValue(args as JsonValue).map((line) => `  ${line}`),
    noteStyle.dim(argumentsDigest)
  ]
}
