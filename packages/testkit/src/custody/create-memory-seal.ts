import type { ContentSeal, SealSubject } from '@b10x/ports'

/** What was sealed: a copy, as the caller's bytes end with the loan that they were read in. */
export interface SealedContent {
  readonly reference: string
  readonly subject: SealSubject
  readonly content: Uint8Array
}

export interface MemorySeal extends ContentSeal {
  readonly sealed: readonly SealedContent[]
}

/** Keeps sealed content in memory, for tests: nothing is encrypted. */
export function createMemorySeal(): MemorySeal {
  const sealed: SealedContent[] = []
  return {
    sealed,
    seal(subject, content) {
      const reference = `sealed-${sealed.length + 1}`
      sealed.push({ reference, subject, content: Uint8Array.from(content) })
      return reference
    }
  }
}
