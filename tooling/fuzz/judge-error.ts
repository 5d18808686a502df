import type { Foundation } from './foundation-under-test.ts'

/** Only our errors come out, with a known code and our own words; `unexpected` would be an untyped one in disguise. */
export function judgeError(foundation: Foundation, error: unknown): string | null {
  if (!foundation.isGovernedError(error)) return `untyped_error ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
  const entry = Object.hasOwn(foundation.ERROR_CODES, error.code) ? foundation.ERROR_CODES[error.code] : undefined
  if (entry === undefined) return `unknown_code ${error.code}`
  if (error.message !== entry.message) return `foreign_words ${error.code}`
  if (error.code === 'outcome_unknown' && error.details['because'] === 'unexpected') {
    return `untyped_error ${error.cause instanceof Error ? (error.cause.stack ?? '') : String(error.cause)}`
  }
  return null
}
