import type { ContentSeal, SealSubject } from '@b10x/ports'

/** The reference under which the operator finds it, or null: sealing never stands in the way of the refusal. */
export async function sealContent(seal: ContentSeal | undefined, subject: SealSubject, content: Uint8Array): Promise<string | null> {
  try {
    return (await seal?.seal(subject, content)) ?? null
  } catch {
    return null
  }
}
