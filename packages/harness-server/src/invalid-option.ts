import { GovernedError } from '@b10x/ports/errors'

/** A refusal that names the option. The reason is a text of ours; no value is repeated. */
export function invalidOption(option: string, reason: string): GovernedError<'option_invalid'> {
  return new GovernedError('option_invalid', { option, reason })
}

/**
 * A misspelt option would leave out what it was to do, so options that nobody knows are refused.
 * @throws GovernedError `option_invalid`
 */
export function refuseUnknownOptions(options: object, known: readonly string[], of = ''): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined) throw invalidOption(`${of}${unknown}`, 'there is no such option')
}
