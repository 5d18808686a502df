import type { EgressBounds, EndpointKey } from '@b10x/ports'
import type { AddressRange } from './address-ranges.ts'

/** A reviewed destination after its review was read: everything an exchange is held to. */
export interface Destination extends EndpointKey {
  /** Canonical; requests go here and nowhere else. */
  readonly url: string
  readonly isSecure: boolean
  /** A name of A-labels, or an address without brackets. */
  readonly host: string
  /** Whether `host` is an address, so that nothing is looked up. */
  readonly isLiteral: boolean
  readonly port: number
  /** What `Host` says, and the origin of every request. */
  readonly origin: string
  readonly path: string
  readonly methods: ReadonlySet<string>
  /** Null: all that a caller may send anywhere. */
  readonly requestHeaders: ReadonlySet<string> | null
  readonly responseHeaders: ReadonlySet<string>
  readonly bounds: EgressBounds
  readonly ranges: readonly AddressRange[]
  readonly mayBeLoopback: boolean
  /** PEM; null for the certificates that Node brings. */
  readonly certificateAuthority: string | null
  readonly proxy: { readonly host: string; readonly port: number } | null
}
