/** The message reader alone, against the reference reader, on one mutant: it must accept exactly what that accepts. */
import type { Foundation, ReceivedMessage } from './foundation-under-test.ts'
import { MAX_DEPTH } from './judge-client.ts'
import { decodeStrictly, readAsReference } from './reference-reader.ts'
import type { ReferenceReading } from './reference-reader.ts'

export interface ReaderJudgement {
  readonly reference: ReferenceReading
  readonly fault: string | null
  readonly error: unknown
}

export function judgeReader(foundation: Foundation, bytes: Buffer, allowBatch: boolean): ReaderJudgement {
  const text = decodeStrictly(bytes)
  const reference = text === null ? 'refused' : readAsReference(text, MAX_DEPTH, allowBatch)
  let messages: readonly ReceivedMessage[]
  try {
    messages = foundation.readMessages(foundation.decodeUtf8(bytes), { maxJsonDepth: MAX_DEPTH, allowBatch })
  } catch (error) {
    return { reference, fault: typeof reference === 'string' ? null : 'reader_refused', error }
  }
  if (reference === 'unsure') return { reference, fault: null, error: null }
  if (reference === 'refused') return { reference, fault: 'reader_accepted', error: null }
  const same = messages.length === reference.length && messages.every((message, index) => {
    const other = reference[index]
    return message.kind === other?.kind && (message.id ?? null) === other.id && (message.resultText ?? '') === other.resultText
  })
  return { reference, fault: same ? null : 'reader_differs', error: null }
}
