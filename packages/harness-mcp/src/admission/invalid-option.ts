import { GovernedError } from '@b10x/ports/errors'

/** A refusal that names the option. The reason is a text of ours; no value is repeated. */
export function invalidOption(option: string, reason: string): GovernedError<'option_invalid'> {
  return new GovernedError('option_invalid', { option, reason })
}

/**
 * A misspelt `denyTools` would admit what it was to deny, so options that nobody knows are refused.
 * @throws GovernedError `option_invalid`
 */
export function refuseUnknownOptions(options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined) throw invalidOption(unknown, 'there is no such option')
}

/**
 * Values that go together nowhere.
 * @throws GovernedError `option_invalid`
 */
export function refuseTogether(options: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(options).filter((name) => options[name] !== undefined)
  if (given.length > 1) throw invalidOption(given[1] ?? '', `it excludes ${given[0] ?? ''}`)
}
