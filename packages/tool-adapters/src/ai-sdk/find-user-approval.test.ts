import type { ModelMessage } from 'ai'
import { expect, it } from 'vitest'
import { findUserApproval } from './find-user-approval.ts'

const asking = (toolCallId: string, approvalId: string, isAutomatic = false): ModelMessage => ({
  role: 'assistant',
  content: [{ type: 'tool-approval-request', approvalId, toolCallId, ...(isAutomatic ? { isAutomatic } : {}) }]
})
const answering = (approvalId: string, approved: boolean): ModelMessage => ({ role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved }] })

it('finds the answer to the question about the call', () => {
  expect(findUserApproval([{ role: 'user', content: 'go' }, asking('c', 'a'), answering('a', true)], 'c')).toBe('a')
})

it.each<[string, ModelMessage[]]>([
  ['nothing was asked', [{ role: 'user', content: 'go' }]],
  ['nobody answered', [asking('c', 'a')]],
  ['the user said no', [asking('c', 'a'), answering('a', false)]],
  ['the question was about another call', [asking('other', 'a'), answering('a', true)]],
  ['the answer is to another question', [asking('c', 'a'), answering('b', true)]],
  ['a rule answered and not a user', [asking('c', 'a', true), answering('a', true)]],
  ['the answer is an old one', [asking('c', 'a'), answering('a', true), { role: 'user', content: 'and now?' }]]
])('finds none where %s', (_title, messages) => {
  expect(findUserApproval(messages, 'c')).toBeNull()
})

it('takes the first answer, as the SDK does', () => {
  const both: ModelMessage = {
    role: 'tool',
    content: [
      { type: 'tool-approval-response', approvalId: 'a', approved: false },
      { type: 'tool-approval-response', approvalId: 'a', approved: true }
    ]
  }
  expect(findUserApproval([asking('c', 'a'), both], 'c')).toBeNull()
})
