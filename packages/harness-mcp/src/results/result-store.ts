import type { ResultProvenance } from '@b10x/ports'

/** Results that are too large for a model, kept for the host, bounded. */
export interface ResultStore {
  /** Gives a handle that cannot be guessed, or null where there is no room. */
  keep(bytes: Uint8Array, provenance: ResultProvenance): string | null | Promise<string | null>
  /**
   * A part of a kept result, untrusted as ever.
   * @throws GovernedError `result_handle_unknown`
   */
  read(handle: string, range?: { readonly offset: number; readonly length: number }): Promise<KeptPart>
}

export interface KeptPart {
  readonly bytes: Uint8Array
  /** Of the whole result. */
  readonly totalBytes: number
  readonly provenance: ResultProvenance
}
