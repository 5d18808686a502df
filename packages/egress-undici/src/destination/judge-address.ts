import type { AddressFault } from '@b10x/ports/errors'
import { isInRange } from './address-ranges.ts'
import type { AddressRange } from './address-ranges.ts'
import { classifyAddress } from './classify-address.ts'

export interface AllowedAddresses {
  readonly ranges: readonly AddressRange[]
  readonly mayBeLoopback: boolean
  /** Nothing but loopback will do. */
  readonly loopbackOnly?: boolean
}

/** An address that may be dialled, in one spelling, or what speaks against it. */
export type JudgedAddress = { readonly address: string; readonly fault: null } | { readonly address: null; readonly fault: AddressFault }

/** Judges one address by what a review allows: public ones, those of named private networks, loopback in development. */
export function judgeAddress(text: string, { ranges, mayBeLoopback, loopbackOnly = false }: AllowedAddresses): JudgedAddress {
  const { address, fault } = classifyAddress(text)
  if (fault === 'loopback') return mayBeLoopback ? { address, fault: null } : { address: null, fault }
  if (loopbackOnly) return { address: null, fault: fault ?? 'special' }
  if (fault === null || (fault === 'private' && isInRange(address, ranges))) return { address, fault: null }
  return { address: null, fault }
}

export function isAddressAllowed(text: string, allowed: AllowedAddresses): boolean {
  return judgeAddress(text, allowed).fault === null
}
