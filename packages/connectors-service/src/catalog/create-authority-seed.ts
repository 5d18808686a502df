import { hash } from 'node:crypto'
import type { CallerAuthority } from './catalog.ts'

const TAG = 'b10x.authority-seed.v1'
const LENGTH_BYTES = 4

/**
 * What a lease notices of a caller: `sha256:` and the digest of the tag, the tenant, the subject, the audience and the
 * revision of its grants, each as the length of its UTF-8 bytes (4 bytes, big-endian) and those bytes (ADR 0020). No two
 * callers share an encoding, and every replica computes the same. It says nothing of them and gives no authority.
 * @throws TypeError for a fact that is empty, or no well-formed text
 */
export function createAuthoritySeed({ tenantId, subject, audience, grantSetRevision }: CallerAuthority): string {
  const facts = [TAG, tenantId, subject, audience, grantSetRevision].map(encodeFact)
  return `sha256:${hash('sha256', Buffer.concat(facts.flat()), 'hex')}`
}

function encodeFact(fact: string): readonly Buffer[] {
  // A lone surrogate has no bytes of its own in UTF-8.
  if (typeof fact !== 'string' || fact === '' || !fact.isWellFormed()) throw new TypeError('A fact of an authority is well-formed text that is not empty.')
  const bytes = Buffer.from(fact)
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(bytes.byteLength)
  return [length, bytes]
}
