import { ERROR_CODES } from './error-code.ts'
import type { ErrorFamily, ExitClass } from './error-code.ts'
import type { ErrorCode, ErrorDetails } from './error-details.ts'

const BRAND: unique symbol = Symbol.for('b10x.GovernedError')

const INSPECT: unique symbol = Symbol.for('nodejs.util.inspect.custom')

/** `console.log(error)` would print the cause, which may hold text of a peer. */
function inspect(this: GovernedError): string {
  return `${this.stack ?? this.message}\n  ${this.code} ${JSON.stringify(this.details)}`
}

/** What `JSON.stringify` and a caller on the other side of a wire see. */
export interface GovernedErrorJson<C extends ErrorCode = ErrorCode> {
  readonly code: C
  readonly family: ErrorFamily
  readonly message: string
  readonly details: ErrorDetails[C]
}

/**
 * The one error class. Match on `code`; `details` is typed per code and holds only values of ours.
 * `cause` is for the operator's log: not enumerable, not in `toJSON()`, not shown by `util.inspect`.
 */
export class GovernedError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C
  readonly details: ErrorDetails[C]

  constructor(code: C, details: ErrorDetails[C], options?: { readonly cause?: unknown }) {
    super(ERROR_CODES[code].message, options)
    this.code = code
    this.details = details
    Object.defineProperty(this, BRAND, { value: true })
    Object.defineProperty(this, INSPECT, { value: inspect })
  }

  override get name(): string {
    return 'GovernedError'
  }

  get family(): ErrorFamily {
    return ERROR_CODES[this.code].family
  }

  get exitClass(): ExitClass {
    return ERROR_CODES[this.code].exit
  }

  toJSON(): GovernedErrorJson<C> {
    return { code: this.code, family: this.family, message: this.message, details: this.details }
  }
}

/** True for our errors, also when two copies of this package are installed. */
export function isGovernedError(value: unknown): value is GovernedError {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, BRAND)
}

/** Narrows an unknown to our error with one code. */
export function hasCode<C extends ErrorCode>(value: unknown, code: C): value is GovernedError<C> {
  return isGovernedError(value) && value.code === code
}
