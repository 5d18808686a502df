/** What one mutant came to. */
export interface CaseReport {
  /** `accepted`, or the code of the refusal. */
  readonly code: string
  /** The rule that was broken, or null. */
  readonly fault: string | null
  /** The mutant is still a message (or, of a file, still JSON) by the reference reader. */
  readonly stillMessage: boolean
  readonly mutant: Buffer
  /** The golden message that was mutated. */
  readonly about: string
}

/** A way from bytes to what a client does with them. */
export interface Codec {
  readonly name: string
  readonly run: (seed: number, index: number) => Promise<CaseReport>
  /** Ends what the runs share. */
  readonly end?: () => Promise<void>
}
