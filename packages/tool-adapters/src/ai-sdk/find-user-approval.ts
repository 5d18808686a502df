import type { ModelMessage } from 'ai'

/**
 * The identifier of the approval that a user gave to a tool call, or null. It is looked for in the messages that the SDK
 * hands to `execute`: a call that it makes without such an answer was not approved by anybody, whatever rule let it pass.
 */
export function findUserApproval(messages: readonly ModelMessage[], toolCallId: string): string | null {
  const asked = new Set<string>()
  for (const message of messages) {
    if (message.role !== 'assistant' || typeof message.content === 'string') continue
    for (const part of message.content) {
      if (part.type === 'tool-approval-request' && part.toolCallId === toolCallId && part.isAutomatic !== true) asked.add(part.approvalId)
    }
  }
  const last = messages.at(-1)
  const answers = last?.role === 'tool' ? last.content.filter((part) => part.type === 'tool-approval-response') : []
  // Only the first answer to a call counts for the SDK.
  const answer = answers.find(({ approvalId }) => asked.has(approvalId))
  return answer?.approved === true ? answer.approvalId : null
}
