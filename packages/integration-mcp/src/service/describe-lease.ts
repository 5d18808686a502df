import { hash } from 'node:crypto'
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
const LENGTH_BYTES = 4

/**
 * The describe lease: `lease:` and SHA-256 over the tag, the snapshot digest, the seed of the authority, the operation,
 * the Connection and the policy version, each as the length of its UTF-8 bytes (4 bytes, big-endian) and those bytes
 * (ADR 0019). Nothing is stored: any replica computes the same, and no two lists of facts share an encoding. It shows
 * that what was read is what holds; it gives no authority.
 * @throws TypeError for a fact that is no well-formed text
 */
export function describeLease({ snapshotDigest, operationRef, connectionRef, authority }: LeaseSubject): string {
  const facts = [TAG, snapshotDigest, authority.seed, operationRef, connectionRef, authority.policyVersion]
  return `lease:${hash('sha256', encode(facts), 'hex')}`
}

function encode(facts: readonly string[]): Buffer {
  let size = 0
  for (const fact of facts) {
    // A lone surrogate has no bytes of its own in UTF-8.
    if (typeof fact !== 'string' || !fact.isWellFormed()) throw new TypeError('A fact of a lease is well-formed text.')
    size += LENGTH_BYTES + Buffer.byteLength(fact)
  }
  const encoded = Buffer.allocUnsafe(size)
  let at = 0
  for (const fact of facts) {
    const length = encoded.write(fact, at + LENGTH_BYTES)
    encoded.writeUInt32BE(length, at)
    at += LENGTH_BYTES + length
  }
  return encoded
}
