import { createHash } from 'node:crypto'
import type { LeaseAuthority } from '@b10x/ports'

/** Facts that a lease is over. */
export interface LeaseSubject {
  /** `sha256:` and 64 hexadecimal digits. */
  readonly snapshotDigest: string
  readonly operationRef: string
  readonly connectionRef: string
  readonly authority: LeaseAuthority
}

const TAG = 'b10x.describe-lease.v1'

/**
 * The describe lease: `lease:` and SHA-256 over the tag, the snapshot digest, the seed of the authority, the operation,
 * the Connection and the policy version, each as the length of its UTF-8 bytes (4 bytes, big-endian) and those bytes
 * (ADR 0019). Nothing is stored: any replica computes the same, and no two lists of facts share an encoding. It shows
 * that what was read is what holds; it gives no authority.
 * @throws TypeError for a fact that is no well-formed text
 */
export function describeLease({ snapshotDigest, operationRef, connectionRef, authority }: LeaseSubject): string {
  const hash = createHash('sha256')
  const length = Buffer.alloc(4)
  for (const fact of [TAG, snapshotDigest, authority.seed, operationRef, connectionRef, authority.policyVersion]) {
    // A lone surrogate has no bytes of its own in UTF-8.
    if (typeof fact !== 'string' || !fact.isWellFormed()) throw new TypeError('A fact of a lease is well-formed text.')
    const bytes = Buffer.from(fact)
    length.writeUInt32BE(bytes.length)
    hash.update(length).update(bytes)
  }
  return `lease:${hash.digest('hex')}`
}
