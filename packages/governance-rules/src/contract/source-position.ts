/** Where something stands. Lines and columns count from 1; columns are UTF-16 units, as SARIF 2.1.0 and editors count. */
export interface SourcePosition {
  /** From the root of the project, with `/`. */
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine?: number
  readonly endColumn?: number
}

/** A value with its place. */
export interface Sourced<T> {
  readonly value: T
  readonly at: SourcePosition
}

/** What a reader could not read as meant: unknown members, a table without its columns, a template's blank left in. */
export interface DocumentFault {
  readonly kind: 'syntax' | 'unknown_member' | 'missing_member' | 'invalid_value' | 'placeholder' | 'duplicate' | 'shape'
  /** What it is about, in our words: `project.id`, `Consumer trust tier`. */
  readonly subject: string
  readonly at: SourcePosition
}
